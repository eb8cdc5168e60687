// The content of the rows of the live list: it follows from their ids.

const names = (
  "Wren Robin Dunnock Blackbird Goldfinch Greenfinch Siskin Linnet Bullfinch Chaffinch Brambling "
  + "Hawfinch Crossbill Goldcrest Firecrest Nuthatch Treecreeper Magpie Jay Jackdaw Rook Raven "
  + "Starling Redwing Fieldfare Whinchat Stonechat Wheatear Nightingale Redstart Blackcap Whitethroat "
  + "Chiffchaff Waxwing Dipper Kingfisher Hoopoe Wryneck Swift Swallow Skylark Woodlark Lapwing "
  + "Plover Curlew Whimbrel Godwit Dunlin Sanderling Knot Ruff Snipe Woodcock Avocet Oystercatcher "
  + "Tern Puffin Razorbill Guillemot Gannet Shag Heron Egret Bittern Stork Spoonbill Crane Moorhen "
  + "Coot Teal Wigeon Gadwall Pintail Shoveler Pochard Goldeneye Smew Merganser Eider Osprey Kestrel "
  + "Hobby Merlin Peregrine Buzzard"
).split(" ")

const remarks = [
  "sings from the top of the hedge", "came back to the feeder three times", "was heard, but not seen",
  "carries moss to the same hole in the wall", "follows the plough with two others",
  "sat in the rain for an hour without moving", "is early this year", "chased a cat",
  "was ringed here two winters ago", "prefers the far bank",
]

let last = 0

/**
 * Ids of items that are not in the list.
 *
 * @param {number} count
 */
export const newItems = count =>
  Array.from({length: count}, () => ({id: `${names[last % names.length]}-${last += 1}`}))

/** @param {string} id */
function numberOf(id) {
  let sum = 7
  for (const letter of id) sum = sum * 31 + letter.charCodeAt(0) | 0
  return sum >>> 0
}

/** @param {string} id */
export function birdOf(id) {
  const [name] = id.split("-"), number = numberOf(id)
  const length = number % 4
  const said = Array.from({length}, (_, index) => remarks[(number + index * 3) % remarks.length])
  const text = said.length ? `${said.join(", ")}.`.replace(/^./, first => first.toUpperCase()) : ""
  return {name, tint: number % 5, text}
}
