// Runs in the page: interactive elements without a name that a screen reader could say.

[...document.querySelectorAll('button, a[href], input, textarea, summary, [role="img"]')]
  .filter((element) => {
    const labels = [...(element.labels ?? [])].map((label) => label.textContent);
    const words = [element.getAttribute('aria-label'), element.textContent, ...labels];
    return words.every((word) => (word ?? '').trim() === '');
  })
  .map((element) => element.outerHTML.slice(0, 120));
