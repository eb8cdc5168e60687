import { sleep } from "../../support/wait.js"

/** The plainest reader of a stream of events: it knows nothing of tokens, heartbeats and other tabs. */
export function openStream(url, path, {since, onEvent, onState}) {
  const stop = new AbortController()
  let last = `${since}`
  read().catch(() => {})
  return {close: () => stop.abort()}

  async function read() {
    for (; !stop.signal.aborted; await sleep(20)) {
      try {
        const response = await fetch(url + path, {headers: {"last-event-id": last}, signal: stop.signal})
        if (!response.ok) continue
        onState("open")
        let text = ""
        for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
          const events = (text += part).split("\n\n")
          text = events.pop()
          events.forEach(take)
       }
     } catch {
        onState("offline")
     }
   }
 }

  function take(text) {
    const fields = Object.fromEntries(text.split("\n").map(line => /^(\w*): ?(.*)$/.exec(line)?.slice(1) ?? []))
    if (fields.id != null) last = fields.id
    if (fields.data) onEvent({event: fields.event ?? "message", id: fields.id, data: JSON.parse(fields.data)})
 }
}
