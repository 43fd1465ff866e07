// Every text of the page, and every title and label.
(() => {
  const said = [document.title];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) if (texts.currentNode.parentElement.tagName !== 'SCRIPT') said.push(texts.currentNode.data);
  for (const each of document.querySelectorAll('[title], [aria-label]')) {
    said.push(each.getAttribute('title') ?? '', each.getAttribute('aria-label') ?? '');
  }
  return said;
})();
