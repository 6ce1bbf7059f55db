// Arrow keys turn the pages, Escape goes back to the overview. Without this file the links do the same.
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`)?.click();
});
