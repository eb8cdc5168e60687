// Linked with a module that has the common kinds of layouts only.

void page_add_kinds(void *kinds) { (void)kinds; }
void page_read_structured(void *call) { (void)call; }
