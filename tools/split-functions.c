// Splits a WebAssembly module in two, and orders the functions of each for compression:
//
//     split-functions MODULE DIGESTS FIRST REST
//     split-functions --mark MODULE RESULT
//
// A page begins with FIRST, and loads REST meanwhile. The functions whose names have a digest in the file DIGESTS are
// in REST, and the functions and tables with which the standard library normalises texts: only texts with characters
// outside of ASCII need it. The parts share a memory and a table. Where one calls a function of the other, it has a
// bridge: a function that calls the function at an index of the table. REST fills its places when it is started;
// before, such a call is a trap.
//
// In both, the functions that are called from most places come first, because small numbers take one byte. The others are
// in an order in which one is like the next, for compression: gzip looks back by 32 kilobytes only. Names are left out.
//
// With --mark, RESULT has all functions, and exports a variable for each digest, which is 1 once such a function was called.
//
// The module is the linker's, and trusted: an unknown construct ends the tool with an error.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const uint8_t *at, *end;
} Reader;

typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
} Buffer;

typedef struct {
  Reader body;
  const char *name;
  size_t nameCount;
  uint32_t type, digest;
  // From how many places it is called in each of the two.
  uint32_t calls[2];
  // The place in the table through which the other part calls it; 0 where it does not.
  uint32_t place;
  int isRest;
  uint32_t likeness[64];
} Function;

typedef struct {
  Reader type, value;
  int isMutable, isUsed[2];
} Variable;

typedef struct {
  Reader bytes;
  uint32_t place;
  int isRest;
} Segment;

enum { first, rest };
enum { types = 1, imports, functionTypes, table, memory, globals, exports, start, elements, code, data, dataCount };

static Reader sections[13];
static Function *functions;
static Variable *variables;
static uint32_t importedCount, definedCount, variableCount;
static Reader *imported;
// From how many places in REST each of the imported functions is called.
static uint32_t *importedCalls;
// How many parameters a type of function has.
static uint16_t *parameterCounts;
static Segment *segments;
static uint32_t segmentCount;
// The entries of the table: the number of a function, or 0 for nothing.
static uint32_t *tablePlaces, tableCount;

// ---- Reading and writing

static _Noreturn void fail(const char *format, ...) {
  va_list values;
  va_start(values, format);
  fputs("split-functions: ", stderr);
  vfprintf(stderr, format, values);
  fputc('\n', stderr);
  exit(1);
}

static void *checked(void *memory) {
  if (!memory) fail("out of memory");
  return memory;
}

static void *zeros(size_t count, size_t size) { return checked(calloc(count ? count : 1, size)); }

static uint8_t byte(Reader *reader) {
  if (reader->at == reader->end) fail("the module ends early");
  return *reader->at++;
}

static uint64_t whole(Reader *reader) {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    uint8_t next = byte(reader);
    value |= (uint64_t)(next & 0x7F) << shift;
    if (next < 0x80) return value;
  }
  fail("a number is too long");
}

static Reader part(Reader *reader, uint64_t count) {
  if (count > (uint64_t)(reader->end - reader->at)) fail("the module ends early");
  Reader result = {reader->at, reader->at + count};
  reader->at += count;
  return result;
}

static void skip(Reader *reader, int count) {
  while (count--) whole(reader);
}

// Reads a constant of 32 bits and the end of its expression.
static uint32_t constant(Reader *reader) {
  if (byte(reader) != 0x41) fail("a value is not a constant");
  Reader digits = *reader;
  uint64_t value = whole(reader);
  size_t count = reader->at - digits.at;
  if (digits.at[count - 1] & 0x40 && count < 5) fail("a place is negative");
  if (byte(reader) != 0x0B) fail("a value is not a constant");
  return (uint32_t)value;
}

static void append(Buffer *buffer, const void *bytes, size_t count) {
  if (buffer->capacity - buffer->count < count) {
    buffer->capacity = 2 * buffer->capacity + count + 64;
    buffer->bytes = checked(realloc(buffer->bytes, buffer->capacity));
  }
  if (count) memcpy(buffer->bytes + buffer->count, bytes, count);
  buffer->count += count;
}

static void appendByte(Buffer *buffer, uint8_t byte) { append(buffer, &byte, 1); }

static void appendReader(Buffer *buffer, Reader bytes) { append(buffer, bytes.at, bytes.end - bytes.at); }

static void appendWhole(Buffer *buffer, uint64_t value) {
  do {
    appendByte(buffer, (value & 0x7F) | (value > 0x7F ? 0x80 : 0));
    value >>= 7;
  } while (value);
}

static void appendText(Buffer *buffer, const char *text) {
  appendWhole(buffer, strlen(text));
  append(buffer, text, strlen(text));
}

// Appends the instruction for a constant, which is written as a signed number.
static void appendConstant(Buffer *buffer, uint32_t value) {
  appendByte(buffer, 0x41);
  while (value > 0x3F) {
    appendByte(buffer, (value & 0x7F) | 0x80);
    value >>= 7;
  }
  appendByte(buffer, value);
}

// Appends a buffer after its length, and empties it.
static void appendPart(Buffer *buffer, Buffer *part) {
  appendWhole(buffer, part->count);
  append(buffer, part->bytes, part->count);
  part->count = 0;
}

static void appendSection(Buffer *buffer, uint8_t id, Buffer *content) {
  appendByte(buffer, id);
  appendPart(buffer, content);
}

// Appends a section as it is in the module, if it is there.
static void appendSame(Buffer *buffer, uint8_t id) {
  if (!sections[id].at) return;
  appendByte(buffer, id);
  appendWhole(buffer, sections[id].end - sections[id].at);
  appendReader(buffer, sections[id]);
}

static Buffer contentsOf(const char *path) {
  Buffer buffer = {0};
  FILE *file = fopen(path, "rb");
  if (!file) fail("cannot read %s", path);
  uint8_t piece[65536];
  for (size_t count; (count = fread(piece, 1, sizeof piece, file));) append(&buffer, piece, count);
  if (ferror(file)) fail("cannot read %s", path);
  fclose(file);
  return buffer;
}

static void write(const char *path, Buffer contents) {
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(contents.bytes, 1, contents.count, file) != contents.count || fclose(file)) {
    fail("cannot write %s", path);
  }
}

// ---- Instructions

// A copy of instructions has these in place of the numbers of functions and variables. Without a copy, the two
// functions get each of them.
typedef struct {
  const uint32_t *functions, *variables;
  void (*meetFunction)(uint32_t number), (*meetVariable)(uint32_t number);
} Numbers;

static void rewriteNumber(Reader *reader, Buffer *result, const uint8_t **copied, const uint32_t *numbers,
                   void (*meet)(uint32_t), uint32_t count) {
  const uint8_t *place = reader->at;
  uint64_t number = whole(reader);
  if (number >= count) fail("there is nothing of the number %llu", (unsigned long long)number);
  if (meet) meet((uint32_t)number);
  if (!result) return;
  append(result, *copied, place - *copied);
  appendWhole(result, numbers[number]);
  *copied = reader->at;
}

// Goes through the instructions of a body. Signed numbers are skipped as unsigned ones, which take the same bytes.
static void rewrite(Reader reader, Buffer *result, Numbers numbers) {
  const uint8_t *copied = reader.at;
  for (uint64_t groups = whole(&reader); groups; groups--) skip(&reader, 2);
  while (reader.at != reader.end) {
    uint8_t instruction = byte(&reader);
    switch (instruction) {
      case 0x10:  // call
      case 0x12:  // return_call
      case 0xD2:  // ref.func
        rewriteNumber(&reader, result, &copied, numbers.functions, numbers.meetFunction, importedCount + definedCount);
        break;
      case 0x23 ... 0x24:  // global
        rewriteNumber(&reader, result, &copied, numbers.variables, numbers.meetVariable, variableCount);
        break;
      case 0x02 ... 0x04:  // block, loop, if
      case 0x0C ... 0x0D:  // br, br_if
      case 0x20 ... 0x22:  // local
      case 0x25 ... 0x26:  // table
      case 0x3F ... 0x42:  // memory.size, memory.grow, i32.const, i64.const
      case 0xD0:           // ref.null
        skip(&reader, 1);
        break;
      case 0x11:           // call_indirect
      case 0x13:           // return_call_indirect
      case 0x28 ... 0x3E:  // loads and stores
        skip(&reader, 2);
        break;
      case 0x0E:  // br_table
        skip(&reader, (int)whole(&reader) + 1);
        break;
      case 0x1C:  // select with types
        skip(&reader, (int)whole(&reader));
        break;
      case 0x43: part(&reader, 4); break;  // f32.const
      case 0x44: part(&reader, 8); break;  // f64.const
      case 0x00 ... 0x01:
      case 0x05:
      case 0x0B:
      case 0x0F:
      case 0x1A ... 0x1B:
      case 0x45 ... 0xC4:
      case 0xD1:
        break;
      case 0xFC: {
        uint64_t extension = whole(&reader);
        if (extension < 8) break;
        // Data has its place from the beginning, and the table is as it was linked.
        if (extension != 10 && extension != 11) fail("the instruction fc %llu is not known", (unsigned long long)extension);
        skip(&reader, extension == 10 ? 2 : 1);  // memory.copy, memory.fill
        break;
      }
      default: fail("the instruction %02x is not known", instruction);
    }
  }
  if (result) append(result, copied, reader.at - copied);
}

// ---- The module

static uint32_t functionNumber(Reader *reader) {
  uint64_t number = whole(reader);
  if (number >= importedCount + definedCount) fail("there is no function %llu", (unsigned long long)number);
  return (uint32_t)number;
}

static int isWithin(const char *sought, const char *name, size_t count) {
  size_t length = strlen(sought);
  for (size_t at = 0; at + length <= count; at++) {
    if (!memcmp(name + at, sought, length)) return 1;
  }
  return 0;
}

// FNV-1a, folded to 24 bits.
static uint32_t digestOf(const char *text, size_t count) {
  uint32_t digest = 2166136261;
  for (size_t at = 0; at < count; at++) digest = (digest ^ (uint8_t)text[at]) * 16777619;
  return (digest >> 24 ^ digest) & 0xFFFFFF;
}

static void takeName(Function *function, Reader name) {
  function->name = (const char *)name.at;
  function->nameCount = name.end - name.at;
  function->digest = digestOf(function->name, function->nameCount);
}

// Functions of C++ and their constant tables, which no others use, normalise texts.
static int isOfUnicode(const char *name, size_t count, int isData) {
  return isData ? isWithin("._ZL", name, count) && isWithin("_swift_stdlib_", name, count)
                : count > 14 && !memcmp(name, "_swift_stdlib_", 14);
}

static void readNames(Reader section) {
  while (section.at != section.end) {
    uint8_t id = byte(&section);
    Reader names = part(&section, whole(&section));
    if (id != 1 && id != 9) continue;
    for (uint64_t count = whole(&names); count; count--) {
      uint64_t number = whole(&names);
      Reader name = part(&names, whole(&names));
      if (number >= (id == 1 ? importedCount + definedCount : segmentCount)) fail("there is a name of nothing");
      if (id == 9) segments[number].isRest = isOfUnicode((const char *)name.at, name.end - name.at, 1);
      else if (number >= importedCount) takeName(&functions[number - importedCount], name);
    }
  }
}

static void readTypes(Reader section) {
  uint64_t count = whole(&section);
  parameterCounts = zeros(count, sizeof *parameterCounts);
  for (uint64_t index = 0; index < count; index++) {
    if (byte(&section) != 0x60) fail("a type is not that of a function");
    uint64_t parameters = whole(&section);
    if (parameters > 1000) fail("a function has more parameters than engines take");
    parameterCounts[index] = (uint16_t)parameters;
    part(&section, parameters);
    part(&section, whole(&section));
  }
}

static void readImports(Reader section) {
  importedCount = (uint32_t)whole(&section);
  imported = zeros(importedCount, sizeof *imported);
  importedCalls = zeros(importedCount, sizeof *importedCalls);
  for (uint32_t index = 0; index < importedCount; index++) {
    const uint8_t *begin = section.at;
    part(&section, whole(&section));
    part(&section, whole(&section));
    if (byte(&section) != 0) fail("something else than a function is imported");
    whole(&section);
    imported[index] = (Reader){begin, section.at};
  }
}

static void readVariables(Reader section) {
  variableCount = (uint32_t)whole(&section);
  variables = zeros(variableCount, sizeof *variables);
  for (uint32_t index = 0; index < variableCount; index++) {
    Variable *variable = &variables[index];
    variable->type = part(&section, 2);
    variable->isMutable = variable->type.at[1];
    const uint8_t *begin = section.at;
    uint8_t instruction = byte(&section);
    if (instruction != 0x41 && instruction != 0x42) fail("a variable does not begin with a constant");
    whole(&section);
    if (byte(&section) != 0x0B) fail("a variable does not begin with a constant");
    variable->value = (Reader){begin, section.at};
  }
}

static void readTable(void) {
  Reader section = sections[table];
  if (whole(&section) != 1 || byte(&section) != 0x70 || byte(&section) > 1) fail("there is not one table of functions");
  tableCount = (uint32_t)whole(&section);
  tablePlaces = zeros(tableCount + definedCount, sizeof *tablePlaces);
  if (!(section = sections[elements]).at) return;
  for (uint64_t segments = whole(&section); segments; segments--) {
    if (whole(&section) != 0) fail("an element segment is of an unknown form");
    uint32_t place = constant(&section);
    for (uint64_t entries = whole(&section); entries; entries--) {
      if (place >= tableCount) fail("the table is too short");
      tablePlaces[place++] = functionNumber(&section);
    }
  }
}

static void readData(Reader section) {
  segmentCount = section.at ? (uint32_t)whole(&section) : 0;
  segments = zeros(segmentCount, sizeof *segments);
  for (uint32_t index = 0; index < segmentCount; index++) {
    if (whole(&section) != 0) fail("a data segment is of an unknown form");
    segments[index].place = constant(&section);
    segments[index].bytes = part(&section, whole(&section));
  }
}

static Buffer readModule(const char *path) {
  Buffer module = contentsOf(path);
  Reader all = {module.bytes, module.bytes + module.count}, names = {0};
  part(&all, 8);
  while (all.at != all.end) {
    uint8_t id = byte(&all);
    Reader section = part(&all, whole(&all));
    if (id > 12) fail("the section %d is not known", id);
    if (id) {
      sections[id] = section;
      continue;
    }
    uint64_t length = whole(&section);
    Reader name = part(&section, length);
    if (length == 4 && !memcmp(name.at, "name", 4)) names = section;
  }
  if (!names.at) fail("the module has no names");
  readTypes(sections[types]);
  if (sections[imports].at) readImports(sections[imports]);
  if (sections[globals].at) readVariables(sections[globals]);

  Reader numbers = sections[functionTypes], bodies = sections[code];
  definedCount = (uint32_t)whole(&numbers);
  if (whole(&bodies) != definedCount) fail("there are not as many bodies as functions");
  functions = zeros(definedCount, sizeof *functions);
  for (uint32_t index = 0; index < definedCount; index++) {
    functions[index].type = (uint32_t)whole(&numbers);
    functions[index].body = part(&bodies, whole(&bodies));
    functions[index].name = "";
  }
  readData(sections[data]);
  readNames(names);
  readTable();
  return module;
}

// ---- Which function is where

static uint8_t isListed[1 << 24];

static void readDigests(const char *path) {
  Buffer text = contentsOf(path);
  appendByte(&text, 0);
  for (char *line = strtok((char *)text.bytes, "\n"); line; line = strtok(NULL, "\n")) {
    if (*line == '#') continue;
    for (char *at = line; *at;) {
      char *end;
      unsigned long digest = strtoul(at, &end, 16);
      if (end == at || digest >> 24) fail("%s has something else than digests: %s", path, at);
      isListed[digest] = 1;
      at = end + strspn(end, " ");
    }
  }
  free(text.bytes);
}

static void divide(void) {
  for (uint32_t index = 0; index < definedCount; index++) {
    Function *function = &functions[index];
    function->isRest = function->nameCount &&
                       (isListed[function->digest] || isOfUnicode(function->name, function->nameCount, 0));
  }
  Reader section = sections[exports];
  for (uint64_t count = whole(&section); count; count--) {
    part(&section, whole(&section));
    uint8_t kind = byte(&section);
    uint64_t number = whole(&section);
    if (kind == 0 && number >= importedCount) functions[number - importedCount].isRest = 0;
    if (kind == 3) variables[number].isUsed[first] = 1;
  }
  if ((section = sections[start]).at) functions[functionNumber(&section) - importedCount].isRest = 0;
}

static int met;  // The part whose function is looked at.

static void meetFunction(uint32_t number) {
  if (number >= importedCount) functions[number - importedCount].calls[met]++;
  else if (met == rest) importedCalls[number]++;
}

static void meetVariable(uint32_t number) { variables[number].isUsed[met] = 1; }

// Finds the functions and data that each part uses.
static void findUses(void) {
  for (uint32_t index = 0; index < definedCount; index++) {
    met = functions[index].isRest ? rest : first;
    rewrite(functions[index].body, NULL, (Numbers){.meetFunction = meetFunction, .meetVariable = meetVariable});
  }
}

static int sortedPart;

static int byCalls(const void *a, const void *b) {
  uint32_t first = functions[*(const uint32_t *)a].calls[sortedPart], second = functions[*(const uint32_t *)b].calls[sortedPart];
  if (first != second) return first > second ? -1 : 1;
  return *(const uint32_t *)a < *(const uint32_t *)b ? -1 : 1;
}

// Notes which pieces of six bytes a body has: for each of some orders of all pieces, the first of those in the body. The
// more of them two functions share, the more pieces they have in common (MinHash).
static void noteLikeness(Function *function) {
  enum { orders = sizeof function->likeness / sizeof *function->likeness, length = 6 };
  for (int order = 0; order < orders; order++) function->likeness[order] = UINT32_MAX;
  for (const uint8_t *at = function->body.at; at + length <= function->body.end; at++) {
    uint64_t piece = 0;
    for (int byte = 0; byte < length; byte++) piece = piece << 8 | at[byte];
    for (int order = 0; order < orders; order++) {
      // The finish of SplitMix64.
      uint64_t hash = piece + (order + 1) * UINT64_C(0x9E3779B97F4A7C15);
      hash = (hash ^ hash >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
      hash = (hash ^ hash >> 27) * UINT64_C(0x94D049BB133111EB);
      if (hash >> 32 < function->likeness[order]) function->likeness[order] = hash >> 32;
    }
  }
}

static int shared(const Function *a, const Function *b) {
  int count = 0;
  for (size_t order = 0; order < sizeof a->likeness / sizeof *a->likeness; order++) count += a->likeness[order] == b->likeness[order];
  return count;
}

static int byName(const void *a, const void *b) {
  const Function *first = &functions[*(const uint32_t *)a], *second = &functions[*(const uint32_t *)b];
  size_t count = first->nameCount < second->nameCount ? first->nameCount : second->nameCount;
  int order = memcmp(first->name, second->name, count);
  if (!order) order = (first->nameCount > second->nameCount) - (first->nameCount < second->nameCount);
  return order ? order : *(const uint32_t *)a < *(const uint32_t *)b ? -1 : 1;
}

// Orders functions so that each is like one of the few before it; where none is, the next by name follows.
static void sortByLikeness(uint32_t *sorted, uint32_t count) {
  enum { least = 3, reach = 3 };
  qsort(sorted, count, sizeof *sorted, byName);
  for (uint32_t place = 0; place < count; place++) noteLikeness(&functions[sorted[place]]);
  for (uint32_t place = 1; place < count; place++) {
    uint32_t best = place;
    int most = least - 1;
    for (uint32_t other = place; other < count; other++) {
      for (uint32_t distance = 1; distance <= reach && distance <= place; distance++) {
        int likeness = shared(&functions[sorted[other]], &functions[sorted[place - distance]]) - (int)distance + 1;
        if (likeness > most) {
          most = likeness;
          best = other;
        }
      }
    }
    uint32_t next = sorted[best];
    memmove(sorted + place + 1, sorted + place, (best - place) * sizeof *sorted);
    sorted[place] = next;
  }
}

static int byType(const void *a, const void *b) {
  uint32_t first = functions[*(const uint32_t *)a].type, second = functions[*(const uint32_t *)b].type;
  if (first != second) return first < second ? -1 : 1;
  return *(const uint32_t *)a < *(const uint32_t *)b ? -1 : 1;
}

// The functions of each part in their order, with the bridges to those of the other part.
static uint32_t *ordered[2], orderedCount[2];

// Orders the functions of a part, whose numbers begin with some number: those with short numbers first, bridges last.
static void order(int part, uint32_t begin) {
  uint32_t *sorted = ordered[part] = zeros(definedCount, sizeof *sorted), count = 0;
  for (uint32_t index = 0; index < definedCount; index++) {
    if (functions[index].isRest == part || functions[index].calls[part]) sorted[count++] = index;
  }
  orderedCount[part] = count;
  sortedPart = part;
  qsort(sorted, count, sizeof *sorted, byCalls);
  uint32_t shorts = begin < 128 ? 128 - begin : 0;
  if (shorts >= count) return;
  uint32_t own = shorts, bridges = 0, *held = zeros(count, sizeof *held);
  for (uint32_t place = shorts; place < count; place++) {
    if (functions[sorted[place]].isRest == part) sorted[own++] = sorted[place];
    else held[bridges++] = sorted[place];
  }
  sortByLikeness(sorted + shorts, own - shorts);
  qsort(held, bridges, sizeof *held, byType);
  memcpy(sorted + own, held, bridges * sizeof *held);
}

// Gives the functions that the other part calls a place in the table.
static void connect(void) {
  for (uint32_t place = 0; place < tableCount; place++) {
    if (tablePlaces[place] >= importedCount) functions[tablePlaces[place] - importedCount].place = place;
  }
  for (int part = first; part <= rest; part++) {
    for (uint32_t place = 0; place < orderedCount[part]; place++) {
      Function *function = &functions[ordered[part][place]];
      if (function->isRest != part || !function->calls[!part] || function->place) continue;
      tablePlaces[tableCount] = importedCount + ordered[part][place];
      function->place = tableCount++;
    }
  }
}

// ---- The two modules

// The name of the table has a digest of the module, so that parts of two modules do not get along.
static char tableName[16];

static void appendHead(Buffer *module) { append(module, "\0asm\1\0\0\0", 8); }

// The entries of a part's functions in the table, in runs without a gap.
static void appendElements(Buffer *module, int part, const uint32_t *numbers) {
  Buffer runs = {0}, content = {0};
  uint32_t count = 0;
  for (uint32_t place = 0; place < tableCount;) {
    uint32_t end = place;
    while (end < tableCount && tablePlaces[end] &&
           (tablePlaces[end] >= importedCount && functions[tablePlaces[end] - importedCount].isRest) == part) end++;
    if (end == place) {
      place++;
      continue;
    }
    count++;
    appendByte(&runs, 0);
    appendConstant(&runs, place);
    appendByte(&runs, 0x0B);
    appendWhole(&runs, end - place);
    for (; place < end; place++) appendWhole(&runs, numbers[tablePlaces[place]]);
  }
  if (!count) return;
  appendWhole(&content, count);
  append(&content, runs.bytes, runs.count);
  appendSection(module, elements, &content);
}

// The body of a function that calls the one at its place in the table.
static void appendBridge(Buffer *content, const Function *function) {
  Buffer body = {0};
  appendByte(&body, 0);
  for (uint32_t parameter = 0; parameter < parameterCounts[function->type]; parameter++) {
    appendByte(&body, 0x20);
    appendWhole(&body, parameter);
  }
  appendConstant(&body, function->place);
  appendByte(&body, 0x11);
  appendWhole(&body, function->type);
  append(&body, "\0\x0B", 2);
  appendPart(content, &body);
  free(body.bytes);
}

static void appendTable(Buffer *content) {
  append(content, "\x70\x01", 2);
  appendWhole(content, tableCount);
  appendWhole(content, tableCount);
}

// Notes the new numbers of a part's functions.
static void number(int part, uint32_t begin, uint32_t *numbers) {
  for (uint32_t place = 0; place < orderedCount[part]; place++) numbers[importedCount + ordered[part][place]] = begin + place;
}

static void appendFunctionTypes(Buffer *module, int part) {
  const uint32_t *sorted = ordered[part], count = orderedCount[part];
  Buffer content = {0};
  appendWhole(&content, count);
  for (uint32_t place = 0; place < count; place++) appendWhole(&content, functions[sorted[place]].type);
  appendSection(module, functionTypes, &content);
}

static void appendCode(Buffer *module, int part, Numbers numbers) {
  const uint32_t *sorted = ordered[part], count = orderedCount[part];
  Buffer content = {0}, body = {0};
  appendWhole(&content, count);
  for (uint32_t place = 0; place < count; place++) {
    const Function *function = &functions[sorted[place]];
    if (function->isRest != part) {
      appendBridge(&content, function);
    } else {
      rewrite(function->body, &body, numbers);
      appendPart(&content, &body);
    }
  }
  appendSection(module, code, &content);
}

// The segments of a part, put together where there is little between them: memory has zeros from the beginning.
static void appendData(Buffer *module, int part) {
  static const uint8_t gap[8];
  Buffer runs = {0}, content = {0}, run = {0};
  uint32_t count = 0;
  for (uint32_t index = 0; index < segmentCount;) {
    if (segments[index].isRest != part) {
      index++;
      continue;
    }
    uint32_t place = segments[index].place, end = place;
    for (; index < segmentCount && segments[index].isRest == part && segments[index].place >= end &&
           segments[index].place - end <= sizeof gap; index++) {
      append(&run, gap, segments[index].place - end);
      appendReader(&run, segments[index].bytes);
      end = place + (uint32_t)run.count;
    }
    count++;
    appendByte(&runs, 0);
    appendConstant(&runs, place);
    appendByte(&runs, 0x0B);
    appendPart(&runs, &run);
  }
  if (!count) return;
  appendWhole(&content, count);
  append(&content, runs.bytes, runs.count);
  appendSection(module, data, &content);
}

static Buffer firstModule(void) {
  uint32_t *functionNumbers = zeros(importedCount + definedCount, sizeof *functionNumbers);
  uint32_t *variableNumbers = zeros(variableCount, sizeof *variableNumbers);
  for (uint32_t index = 0; index < importedCount; index++) functionNumbers[index] = index;
  number(first, importedCount, functionNumbers);
  Numbers numbers = {.functions = functionNumbers, .variables = variableNumbers};
  Buffer module = {0}, content = {0}, entries = {0};
  appendHead(&module);
  appendSame(&module, types);
  appendSame(&module, imports);
  appendFunctionTypes(&module, first);

  appendByte(&content, 1);
  appendTable(&content);
  appendSection(&module, table, &content);
  appendSame(&module, memory);

  uint32_t kept = 0;
  for (uint32_t index = 0; index < variableCount; index++) {
    const Variable *variable = &variables[index];
    // A constant is in each module that uses it.
    if (!variable->isUsed[first] && !(variable->isMutable && variable->isUsed[rest])) continue;
    variableNumbers[index] = kept++;
    appendReader(&entries, variable->type);
    appendReader(&entries, variable->value);
  }
  appendWhole(&content, kept);
  append(&content, entries.bytes, entries.count);
  appendSection(&module, globals, &content);
  entries.count = 0;

  Reader section = sections[exports];
  uint64_t exported = whole(&section);
  for (uint64_t index = 0; index < exported; index++) {
    Reader name = part(&section, whole(&section));
    uint8_t kind = byte(&section);
    uint64_t number = whole(&section);
    appendWhole(&entries, name.end - name.at);
    appendReader(&entries, name);
    appendByte(&entries, kind);
    appendWhole(&entries, kind == 0 ? functionNumbers[number] : kind == 3 ? variableNumbers[number] : number);
  }
  appendText(&entries, tableName);
  append(&entries, "\1\0", 2);
  for (uint32_t index = 0; index < variableCount; index++) {
    if (!variables[index].isMutable || !variables[index].isUsed[rest]) continue;
    char name[16];
    snprintf(name, sizeof name, "%u", index);
    appendText(&entries, name);
    appendByte(&entries, 3);
    appendWhole(&entries, variableNumbers[index]);
    exported++;
  }
  appendWhole(&content, exported + 1);
  append(&content, entries.bytes, entries.count);
  appendSection(&module, exports, &content);

  if ((section = sections[start]).at) {
    appendWhole(&content, functionNumbers[functionNumber(&section)]);
    appendSection(&module, start, &content);
  }
  appendElements(&module, first, functionNumbers);
  appendCode(&module, first, numbers);
  appendData(&module, first);
  return module;
}

static void appendImport(Buffer *content, const char *name, uint8_t kind) {
  appendText(content, "first");
  appendText(content, name);
  appendByte(content, kind);
}

static Buffer restModule(void) {
  uint32_t *functionNumbers = zeros(importedCount + definedCount, sizeof *functionNumbers);
  uint32_t *variableNumbers = zeros(variableCount, sizeof *variableNumbers);
  Buffer module = {0}, content = {0}, entries = {0};
  appendHead(&module);
  appendSame(&module, types);

  Reader limits = sections[memory];
  if (whole(&limits) != 1) fail("there is not one memory");
  appendImport(&entries, "memory", 2);
  appendReader(&entries, limits);
  appendImport(&entries, tableName, 1);
  appendTable(&entries);
  uint32_t importedVariables = 0, importedFunctions = 0;
  for (uint32_t index = 0; index < variableCount; index++) {
    const Variable *variable = &variables[index];
    if (!variable->isMutable || !variable->isUsed[rest]) continue;
    variableNumbers[index] = importedVariables++;
    char name[16];
    snprintf(name, sizeof name, "%u", index);
    appendImport(&entries, name, 3);
    appendReader(&entries, variable->type);
  }
  for (uint32_t index = 0; index < importedCount; index++) {
    if (!importedCalls[index]) continue;
    functionNumbers[index] = importedFunctions++;
    appendReader(&entries, imported[index]);
  }
  appendWhole(&content, 2 + importedVariables + importedFunctions);
  append(&content, entries.bytes, entries.count);
  appendSection(&module, imports, &content);
  entries.count = 0;

  number(rest, importedFunctions, functionNumbers);
  appendFunctionTypes(&module, rest);

  uint32_t constants = 0;
  for (uint32_t index = 0; index < variableCount; index++) {
    const Variable *variable = &variables[index];
    if (variable->isMutable || !variable->isUsed[rest]) continue;
    variableNumbers[index] = importedVariables + constants++;
    appendReader(&entries, variable->type);
    appendReader(&entries, variable->value);
  }
  appendWhole(&content, constants);
  append(&content, entries.bytes, entries.count);
  appendSection(&module, globals, &content);

  appendElements(&module, rest, functionNumbers);
  appendCode(&module, rest, (Numbers){.functions = functionNumbers, .variables = variableNumbers});
  appendData(&module, rest);
  return module;
}

// ---- A module that marks the functions that are called

static Buffer markedModule(void) {
  uint32_t *functionNumbers = zeros(importedCount + definedCount, sizeof *functionNumbers);
  uint32_t *variableNumbers = zeros(variableCount, sizeof *variableNumbers), *marks = zeros(1 << 24, sizeof *marks);
  for (uint32_t index = 0; index < importedCount + definedCount; index++) functionNumbers[index] = index;
  for (uint32_t index = 0; index < variableCount; index++) variableNumbers[index] = index;
  Buffer module = {0}, content = {0}, body = {0}, names = {0};
  uint32_t markCount = 0;
  for (uint32_t index = 0; index < definedCount; index++) {
    uint32_t *mark = &marks[functions[index].digest];
    if (*mark) continue;
    char digest[8];
    snprintf(digest, sizeof digest, "%06x", functions[index].digest);
    appendText(&names, digest);
    appendByte(&names, 3);
    appendWhole(&names, variableCount + markCount);
    *mark = ++markCount;
  }

  appendHead(&module);
  for (uint8_t id = types; id <= memory; id++) appendSame(&module, id);
  Reader section = sections[globals];
  appendWhole(&content, whole(&section) + markCount);
  appendReader(&content, section);
  for (uint32_t mark = 0; mark < markCount; mark++) append(&content, "\x7F\1\x41\0\x0B", 5);
  appendSection(&module, globals, &content);
  section = sections[exports];
  appendWhole(&content, whole(&section) + markCount);
  appendReader(&content, section);
  append(&content, names.bytes, names.count);
  appendSection(&module, exports, &content);
  appendSame(&module, start);
  appendSame(&module, elements);
  appendSame(&module, dataCount);
  appendWhole(&content, definedCount);
  for (uint32_t index = 0; index < definedCount; index++) {
    Reader rest = functions[index].body;
    for (uint64_t groups = whole(&rest); groups; groups--) skip(&rest, 2);
    append(&body, functions[index].body.at, rest.at - functions[index].body.at);
    append(&body, "\x41\1\x24", 3);
    appendWhole(&body, variableCount + marks[functions[index].digest] - 1);
    appendReader(&body, rest);
    appendPart(&content, &body);
  }
  appendSection(&module, code, &content);
  appendSame(&module, data);
  return module;
}

int main(int count, char **arguments) {
  if (count == 4 && !strcmp(arguments[1], "--mark")) {
    readModule(arguments[2]);
    write(arguments[3], markedModule());
    return 0;
  }
  if (count != 5) fail("it takes a module, a list of digests, and the paths of the two modules");
  Buffer module = readModule(arguments[1]);
  snprintf(tableName, sizeof tableName, "table %06x", digestOf((const char *)module.bytes, module.count));
  readDigests(arguments[2]);
  divide();
  findUses();
  uint32_t restImports = 0;
  for (uint32_t index = 0; index < importedCount; index++) restImports += importedCalls[index] > 0;
  order(first, importedCount);
  order(rest, restImports);
  connect();
  write(arguments[3], firstModule());
  write(arguments[4], restModule());
}
