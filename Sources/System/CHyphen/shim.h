#include <errno.h>
#include <hyphen.h>
#include <stdio.h>
#include <stdlib.h>

/// Loads the patterns of a file; null if it has none. If the file cannot be opened, `error` gets the number of the error.
static inline HyphenDict *chyphen_load(const char *path, int *error)
{
  FILE *file = fopen(path, "re");
  if (!file) {
    *error = errno;
    return NULL;
  }
  HyphenDict *dict = hnj_hyphen_load_file(file);
  fclose(file);
  return dict;
}

/// The name of the character set of a dictionary's patterns, such as ISO8859-1.
static inline const char *chyphen_charset(const HyphenDict *dict) { return dict->cset; }

/// Whether the words of a dictionary are in UTF-8; its results then count characters, not bytes.
static inline int chyphen_is_utf8(const HyphenDict *dict) { return dict->utf8; }

/// Finds the hyphens of a word of `length` bytes in lower case. `hyphens` has room for length + 5 bytes, and gets an odd
/// digit for each character that a hyphen may follow; hyphens that would change letters are left out. 0 on success.
static inline int chyphen_hyphenate(HyphenDict *dict, const char *word, int length, char *hyphens)
{
  char **replacements = NULL;
  int *positions = NULL, *cuts = NULL;
  int status = hnj_hyphen_hyphenate2(dict, word, length, hyphens, NULL, &replacements, &positions, &cuts);
  if (replacements) {
    for (int index = 0; index < length; index++) {
      if (replacements[index]) {
        if (status == 0) hyphens[index] = '0';
        free(replacements[index]);
      }
    }
    free(replacements);
  }
  free(positions);
  free(cuts);
  return status;
}
