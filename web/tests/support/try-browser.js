// Exits with 0 if a browser can be started here and shows a page, and prints the reason if not:
// node web/tests/support/try-browser.js [chromium|firefox]

import { openBrowser } from "./browser.js"

try {
  const browser = await openBrowser({name: process.argv[2]})
  const page = await browser.newPage("data:text/html,<title>shown</title>")
  await page.waitFor(() => document.title == "shown")
  await browser.close()
  process.exit(0)
} catch (error) {
  console.log(error.message.split("\n")[0])
  process.exit(1)
}
