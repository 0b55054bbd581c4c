/**
 * Runs in the page of the API reference. The package leaves fields and buttons without a name, and areas that scroll out of
 * reach of the keyboard; this adds what is missing to whatever the package draws.
 */
(() => {
  const SCROLLING = '[class*="overflow-"], [class*="custom-scroll"], .endpoints';
  const FOCUSABLE =
    ':is(a[href], button, input, select, textarea, [tabindex], [contenteditable]):not([tabindex="-1"])';

  const setMissing = (element, name, value) => {
    if (!element.hasAttribute(name)) element.setAttribute(name, value);
  };

  const nameFields = () => {
    for (const field of document.querySelectorAll('[contenteditable][role="combobox"]')) {
      const label = document.querySelector(`label[for="${CSS.escape(field.parentElement.id)}"]`);
      setMissing(field, 'aria-label', label?.textContent.trim() || field.dataset.placeholder || 'Valor');
      setMissing(field, 'aria-expanded', 'false');
    }
  };

  const nameButtons = () => {
    for (const button of document.querySelectorAll('button.scalar-code-copy')) {
      setMissing(button, 'aria-label', 'Copiar');
    }
    // A spoken command uses the text that is seen: the name has to contain it.
    for (const control of document.querySelectorAll('button[aria-label], a[aria-label]')) {
      const text = control.textContent.replaceAll(/\s+/g, ' ').trim();
      const name = control.getAttribute('aria-label');
      if (!name.toLowerCase().includes(text.toLowerCase()))
        control.setAttribute('aria-label', `${text}: ${name}`);
    }
  };

  const reachScrollingAreas = () => {
    for (const area of document.querySelectorAll(SCROLLING)) {
      const scrolls = area.scrollWidth > area.clientWidth || area.scrollHeight > area.clientHeight;
      if (scrolls && !area.querySelector(FOCUSABLE)) setMissing(area, 'tabindex', '0');
    }
  };

  let isAwaited = false;
  const afterDrawing = () => {
    if (isAwaited) return;
    isAwaited = true;
    requestAnimationFrame(() => {
      isAwaited = false;
      nameButtons();
      reachScrollingAreas();
    });
  };
  new MutationObserver(() => {
    nameFields();
    afterDrawing();
  }).observe(document.documentElement, { childList: true, subtree: true });
  addEventListener('resize', afterDrawing);
})();
