// Runs in the page: text below the contrast of WCAG AA, 4.5 or 3 for large text, against the nearest background that is
// not transparent.

(() => {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });

  // The browser itself turns every notation of a colour into bytes.
  const bytesOf = (colour) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };

  const luminance = ([red, green, blue]) => {
    const linear = (byte) => {
      const share = byte / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };

  const backgroundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const bytes = bytesOf(getComputedStyle(at).backgroundColor);
      if (bytes[3] > 250) return bytes;
    }
    return [255, 255, 255, 255];
  };

  const ownText = (element) =>
    [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent.trim())
      .join(' ')
      .trim();

  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    const text = ownText(element);
    const { width, height } = element.getBoundingClientRect();
    if (text === '' || width <= 1 || height <= 1 || element.closest('svg, textarea, noscript')) return [];
    const style = getComputedStyle(element);
    const size = Number.parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const [a, b] = [luminance(bytesOf(style.color)), luminance(backgroundOf(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    return ratio < needed ? [`${text.slice(0, 60)}: ${ratio.toFixed(2)} of ${needed}`] : [];
  });
})();
