// Breaks texts of languages that put no spaces between words in headless Chromium, and writes the lines as the fixture of
// LanguageTests: node Tests/TextTests/Corpus/record-words-without-spaces.js

import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { openBrowser } from "../../../web/tests/support/browser.js"

const languages = {
  th: ["Noto Sans Thai", [
    "ในเช้าวันนี้ชาวประมงกลับเข้าฝั่งพร้อมปลาเต็มลำเรือและนกนางนวลบินตามมาเป็นฝูงใหญ่",
    "กรุงเทพมหานครเป็นเมืองหลวงและเมืองที่มีประชากรมากที่สุดของประเทศไทย",
    "เด็กนักเรียนเดินไปโรงเรียนทุกวันและกลับบ้านตอนเย็นกับเพื่อน",
    "ร้านอาหารริมแม่น้ำเปิดตั้งแต่เที่ยงวันจนถึงเที่ยงคืน",
    "ภาษาไทยเขียนโดยไม่เว้นวรรคระหว่างคำจึงต้องใช้พจนานุกรมในการตัดคำ",
  ]],
  lo: ["Noto Sans Lao", [
    "ນະຄອນຫຼວງວຽງຈັນເປັນເມືອງຫຼວງຂອງປະເທດລາວ",
    "ຂ້ອຍມັກກິນເຂົ້າໜຽວກັບປາປີ້ງແລະສົ້ມຕຳ",
    "ເດັກນ້ອຍໄປໂຮງຮຽນທຸກວັນແລະກັບບ້ານຕອນແລງ",
    "ແມ່ນ້ຳຂອງໄຫຼຜ່ານຫຼາຍປະເທດໃນເອເຊຍຕາເວັນອອກສຽງໃຕ້",
  ]],
  km: ["Noto Sans Khmer", [
    "រាជធានីភ្នំពេញជារដ្ឋធានីនៃព្រះរាជាណាចក្រកម្ពុជា",
    "ខ្ញុំចូលចិត្តញ៉ាំបាយជាមួយត្រីអាំងនិងបន្លែ",
    "ក្មេងៗទៅសាលារៀនរាល់ថ្ងៃហើយត្រឡប់មកផ្ទះវិញនៅពេលល្ងាច",
    "ប្រាសាទអង្គរវត្តជាប្រាសាទដ៏ធំជាងគេនៅក្នុងពិភពលោក",
  ]],
}
const browser = await openBrowser({name: "chromium"})
const page = await browser.newPage("data:text/html,<!doctype html><meta charset=utf-8><body></body>")
const cases = await page.evaluate(languages => {
  const cases = []
  for (const [language, [family, texts]] of Object.entries(languages)) {
    for (const text of texts) for (const width of [90, 120, 160, 210, 270]) {
      const block = document.createElement("div")
      block.lang = language
      block.style.cssText = `font:16px/24px "${family}";width:${width}px;overflow-wrap:anywhere`
      block.textContent = text
      document.body.append(block)
      const range = document.createRange(), lines = []
      let last = -Infinity
      for (let index = 0; index < text.length; index++) {
        range.setStart(block.firstChild, index)
        range.setEnd(block.firstChild, index + 1)
        const boxes = range.getClientRects()
        // A mark that belongs to the letter before it has no box of its own.
        if (boxes.length && boxes[0].top > last + 12) {
          lines.push("")
          last = boxes[0].top
        }
        lines[lines.length - 1] += text[index]
      }
      cases.push({language, family, width, lines})
      block.remove()
    }
  }
  return cases
}, languages)
await browser.close()
const path = fileURLToPath(new URL("../Fixtures/words-without-spaces.json", import.meta.url))
writeFileSync(path, `[\n${cases.map(item => JSON.stringify(item)).join(",\n")}\n]\n`)
console.log(`${cases.length} paragraphs`)
process.exit(0)
