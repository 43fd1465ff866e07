// Runs in the page before everything else: sums up how much the layout shifts, in `layoutShift`.

window.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.layoutShift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
