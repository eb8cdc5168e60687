// Linked with a module that has all kinds of layouts.

void page_add_rarer_kinds(void *kinds);
void page_read_rarer_structured(void *call);

void page_add_kinds(void *kinds) { page_add_rarer_kinds(kinds); }
void page_read_structured(void *call) { page_read_rarer_structured(call); }
