// The processor time that the main thread of a page spends, from Chromium's trace. Other work on the machine lengthens it
// by far less than the time of a clock.

// The events of running script, and of layouts that it forces.
const scripts = new Set(["RunMicrotasks", "v8.callFunction", "FunctionCall", "EvaluateScript", "v8.evaluateModule", "TimerFire",
  "EventDispatch", "FireAnimationFrame", "V8.GCScavenger", "MajorGC", "MinorGC"])
const layouts = new Set(["Layout", "UpdateLayoutTree"])
const includedCategories = ["devtools.timeline", "v8.execute", "v8", "blink.user_timing"]

/**
 * Records a page while something runs: {marks, spent}. `marks` are those of `performance.mark`, {name, at}; `spent`
 * gives the time that the main thread spends between two times: {script, longest, layout}, where `script` is without
 * the layouts that it forces, and `longest` the longest that it runs on. All times are those of the thread's processor,
 * in milliseconds.
 */
export async function traced(page, run) {
  const events = []
  const ended = new Promise(done => page.onEvent = (method, {value}) => {
    if (method == "Tracing.dataCollected") events.push(...value)
    else if (method == "Tracing.tracingComplete") done()
  })
  const traceConfig = {includedCategories, excludedCategories: ["*"]}
  await page.send("Tracing.start", {transferMode: "ReportEvents", traceConfig})
  await page.evaluate(() => performance.mark("begin"))
  await run()
  await page.evaluate(() => performance.mark("end"))
  await page.send("Tracing.end")
  await ended
  const {pid, tid} = events.find(({cat, name}) => cat == "blink.user_timing" && name == "begin")
  const own = events.filter(event => event.pid == pid && event.tid == tid && event.tts).sort((a, b) => a.tts - b.tts || b.tdur - a.tdur)
  const marks = own.filter(({cat}) => cat == "blink.user_timing").map(({name, tts}) => ({name, at: tts / 1000}))
  const spans = names => {
    const found = []
    for (const {name, ph, tts, tdur} of own) {
      const [from, to] = [tts / 1000, (tts + tdur) / 1000]
      // The outermost ones alone.
      if (ph == "X" && names.has(name) && !(from < found.at(-1)?.to)) found.push({from, to})
    }
    return found
  }
  const script = spans(scripts), layout = spans(layouts)
  return {
    marks,
    spent(from, to) {
      const part = spans => spans.map(span => common(span, {from, to})).filter(span => length(span) > 0)
      const running = part(script), laying = part(layout)
      const forced = laying.flatMap(span => running.map(other => Math.max(0, length(common(span, other)))))
      const times = running.map(length)
      return {script: sum(times) - sum(forced), longest: Math.max(0, ...times), layout: sum(laying.map(length))}
    },
  }
}

const common = (a, b) => ({from: Math.max(a.from, b.from), to: Math.min(a.to, b.to)})
const length = ({from, to}) => to - from
const sum = values => values.reduce((sum, value) => sum + value, 0)
