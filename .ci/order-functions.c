// Orders the functions of a WebAssembly module for compression: order-functions MODULE RESULT
//
// The functions that are called from most places come first, because small numbers take one byte. The others are sorted by
// name, after the kind of function that the end of a name tells: copies of a generic function for several types, which are
// nearly alike, lie side by side then, and gzip looks back by 32 kilobytes only. Names are left out of the result.
//
// The module is the linker's, and trusted: what the tool does not know ends it with an error.
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
  uint32_t type, calls;
  Reader body;
  const char *name, *kind;
  size_t nameCount, kindCount;
} Function;

static Function *functions;
static uint32_t imported, defined;
// The new number of each function by its old one.
static uint32_t *numbers;

static _Noreturn void fail(const char *format, ...) {
  va_list values;
  va_start(values, format);
  fputs("order-functions: ", stderr);
  vfprintf(stderr, format, values);
  fputc('\n', stderr);
  exit(1);
}

static void *checked(void *memory) {
  if (!memory) fail("out of memory");
  return memory;
}

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

static void append(Buffer *buffer, const void *bytes, size_t count) {
  if (buffer->capacity - buffer->count < count) {
    buffer->capacity = 2 * buffer->capacity + count + 64;
    buffer->bytes = checked(realloc(buffer->bytes, buffer->capacity));
  }
  memcpy(buffer->bytes + buffer->count, bytes, count);
  buffer->count += count;
}

static void appendWhole(Buffer *buffer, uint64_t value) {
  do {
    uint8_t next = (value & 0x7F) | (value > 0x7F ? 0x80 : 0);
    append(buffer, &next, 1);
    value >>= 7;
  } while (value);
}

static void appendSection(Buffer *buffer, uint8_t id, const void *bytes, size_t count) {
  append(buffer, &id, 1);
  appendWhole(buffer, count);
  append(buffer, bytes, count);
}

static uint32_t function(Reader *reader) {
  uint64_t number = whole(reader);
  if (number >= imported + defined) fail("there is no function %llu", (unsigned long long)number);
  return (uint32_t)number;
}

static void skip(Reader *reader, int count) {
  while (count--) whole(reader);
}

// Copies instructions with the new numbers of functions; without a buffer it counts the calls of each function. Signed
// numbers are skipped as unsigned ones, which take the same bytes.
static void rewrite(Reader reader, Buffer *result) {
  const uint8_t *copied = reader.at;
  while (reader.at != reader.end) {
    uint8_t code = byte(&reader);
    switch (code) {
      case 0x10:  // call
      case 0x12:  // return_call
      case 0xD2: {  // ref.func
        const uint8_t *start = reader.at;
        uint32_t called = function(&reader);
        if (result) {
          append(result, copied, start - copied);
          appendWhole(result, numbers[called]);
          copied = reader.at;
        } else if (called >= imported) {
          functions[called - imported].calls++;
        }
        break;
      }
      case 0x02 ... 0x04:  // block, loop, if
      case 0x0C ... 0x0D:  // br, br_if
      case 0x20 ... 0x26:  // local, global, table
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
        if (extension > 17) fail("there is no instruction fc %llu", (unsigned long long)extension);
        static const int operands[] = {2, 1, 2, 1, 2, 1, 2, 1, 1, 1};
        skip(&reader, operands[extension - 8]);
        break;
      }
      default: fail("the instruction %02x is not known", code);
    }
  }
  if (result) append(result, copied, reader.at - copied);
}

static void rewriteBody(Reader body, Buffer *result) {
  const uint8_t *start = body.at;
  for (uint64_t groups = whole(&body); groups; groups--) skip(&body, 2);
  if (result) append(result, start, body.at - start);
  rewrite(body, result);
}

static int isWithin(const char *sought, const char *name, size_t count) {
  size_t length = strlen(sought);
  for (size_t at = 0; at + length <= count; at++) {
    if (!memcmp(name + at, sought, length)) return 1;
  }
  return 0;
}

// What a mangled name says of the kind of function: `T` for copies for certain types, and else its end, such as `WOh` for
// the destruction of a value and `vg` for the computation of a property.
static void takeName(Function *function, Reader name) {
  const char *text = (const char *)name.at;
  size_t count = name.end - name.at;
  function->name = text;
  function->nameCount = count;
  if (count > 3 && text[count - 3] == 'W' && text[count - 2] == 'O') {
    function->kind = text + count - 3;
    function->kindCount = 3;
  } else if (isWithin("Tg", text, count) || isWithin("Tf4", text, count)) {
    function->kind = "T";
    function->kindCount = 1;
  } else {
    function->kindCount = count < 2 ? count : 2;
    function->kind = text + count - function->kindCount;
  }
}

static int byCalls(const void *a, const void *b) {
  const Function *first = &functions[*(const uint32_t *)a], *second = &functions[*(const uint32_t *)b];
  if (first->calls != second->calls) return first->calls > second->calls ? -1 : 1;
  return *(const uint32_t *)a < *(const uint32_t *)b ? -1 : 1;
}

static int compare(const char *a, size_t aCount, const char *b, size_t bCount) {
  int order = memcmp(a, b, aCount < bCount ? aCount : bCount);
  return order ? order : (aCount > bCount) - (aCount < bCount);
}

static int byName(const void *a, const void *b) {
  const Function *first = &functions[*(const uint32_t *)a], *second = &functions[*(const uint32_t *)b];
  int order = compare(first->kind, first->kindCount, second->kind, second->kindCount);
  if (!order) order = compare(first->name, first->nameCount, second->name, second->nameCount);
  return order ? order : *(const uint32_t *)a < *(const uint32_t *)b ? -1 : 1;
}

static void readImports(Reader section) {
  for (uint64_t count = whole(&section); count; count--) {
    part(&section, whole(&section));
    part(&section, whole(&section));
    if (byte(&section) != 0) fail("something else than a function is imported");
    whole(&section);
    imported++;
  }
}

static void readNames(Reader section) {
  while (section.at != section.end) {
    uint8_t id = byte(&section);
    Reader names = part(&section, whole(&section));
    if (id != 1) continue;
    for (uint64_t count = whole(&names); count; count--) {
      uint32_t number = function(&names);
      Reader name = part(&names, whole(&names));
      if (number >= imported) takeName(&functions[number - imported], name);
    }
  }
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

int main(int count, char **arguments) {
  if (count != 3) fail("it takes a module and the path of the result");
  Buffer module = contentsOf(arguments[1]);
  Reader all = {module.bytes, module.bytes + module.count}, sections[16] = {0}, names = {0};
  Reader head = part(&all, 8);
  uint8_t order[16];
  int sectionCount = 0;
  while (all.at != all.end) {
    uint8_t id = byte(&all);
    Reader section = part(&all, whole(&all));
    if (id > 13) fail("the section %d is not known", id);
    if (id) {
      if (sectionCount == 16) fail("there are too many sections");
      sections[id] = section;
      order[sectionCount++] = id;
      continue;
    }
    uint64_t length = whole(&section);
    Reader name = part(&section, length);
    if (length == 4 && !memcmp(name.at, "name", 4)) names = section;
  }

  if (sections[2].at) readImports(sections[2]);
  Reader types = sections[3], code = sections[10];
  defined = (uint32_t)whole(&types);
  if (whole(&code) != defined) fail("there are not as many bodies as functions");
  functions = checked(calloc(defined, sizeof *functions));
  numbers = checked(calloc(imported + defined, sizeof *numbers));
  uint32_t *sorted = checked(calloc(defined, sizeof *sorted));
  for (uint32_t index = 0; index < defined; index++) {
    functions[index].type = (uint32_t)whole(&types);
    functions[index].body = part(&code, whole(&code));
    functions[index].name = functions[index].kind = "";
    sorted[index] = index;
  }
  if (names.at) readNames(names);
  for (uint32_t index = 0; index < defined; index++) rewriteBody(functions[index].body, NULL);

  qsort(sorted, defined, sizeof *sorted, byCalls);
  uint32_t first = imported < 128 ? 128 - imported : 0;
  if (first > defined) first = defined;
  qsort(sorted + first, defined - first, sizeof *sorted, byName);
  for (uint32_t index = 0; index < imported; index++) numbers[index] = index;
  for (uint32_t place = 0; place < defined; place++) numbers[imported + sorted[place]] = imported + place;

  Buffer result = {0};
  append(&result, head.at, 8);
  for (int index = 0; index < sectionCount; index++) {
    uint8_t id = order[index];
    Reader section = sections[id];
    Buffer fresh = {0};
    switch (id) {
      case 3:
        appendWhole(&fresh, defined);
        for (uint32_t place = 0; place < defined; place++) appendWhole(&fresh, functions[sorted[place]].type);
        break;
      case 7: {
        uint64_t exports = whole(&section);
        appendWhole(&fresh, exports);
        while (exports--) {
          Reader name = part(&section, whole(&section));
          appendWhole(&fresh, name.end - name.at);
          append(&fresh, name.at, name.end - name.at);
          uint8_t kind = byte(&section);
          append(&fresh, &kind, 1);
          appendWhole(&fresh, kind ? whole(&section) : numbers[function(&section)]);
        }
        break;
      }
      case 8: appendWhole(&fresh, numbers[function(&section)]); break;
      case 9: {
        uint64_t segments = whole(&section);
        appendWhole(&fresh, segments);
        while (segments--) {
          if (whole(&section) != 0 || byte(&section) != 0x41) fail("an element segment is of an unknown form");
          append(&fresh, (uint8_t[]){0, 0x41}, 2);
          const uint8_t *offset = section.at;
          whole(&section);
          if (byte(&section) != 0x0B) fail("an element segment is of an unknown form");
          append(&fresh, offset, section.at - offset);
          uint64_t entries = whole(&section);
          appendWhole(&fresh, entries);
          while (entries--) appendWhole(&fresh, numbers[function(&section)]);
        }
        break;
      }
      case 10:
        appendWhole(&fresh, defined);
        for (uint32_t place = 0; place < defined; place++) {
          Buffer body = {0};
          rewriteBody(functions[sorted[place]].body, &body);
          appendWhole(&fresh, body.count);
          append(&fresh, body.bytes, body.count);
          free(body.bytes);
        }
        break;
      default: append(&fresh, section.at, section.end - section.at);
    }
    appendSection(&result, id, fresh.bytes, fresh.count);
    free(fresh.bytes);
  }

  FILE *file = fopen(arguments[2], "wb");
  if (!file || fwrite(result.bytes, 1, result.count, file) != result.count || fclose(file)) {
    fail("cannot write %s", arguments[2]);
  }
}
