import { digitsOf } from './card-number.js';

/** Writes a field anew and leaves the caret after the same digit. */
export const rewrite = (input, text) => {
  if (input.value === text) return;
  const before = digitsOf(input.value.slice(0, input.selectionStart ?? 0)).length;
  const atEnd = input.selectionStart === input.value.length;
  input.value = text;
  if (document.activeElement !== input) return;
  let at = 0;
  for (let seen = 0; seen < before && at < text.length; at += 1) if (/\d/.test(text[at])) seen += 1;
  const caret = atEnd ? text.length : at;
  input.setSelectionRange(caret, caret);
};

/** `wrong`: false, true for the field's usual text, or a text of its own. */
export const tell = (input, wrong) => {
  const error = document.getElementById(`${input.name}-erro`);
  input.setAttribute('aria-invalid', String(Boolean(wrong)));
  if (error) {
    error.hidden = !wrong;
    if (wrong) error.textContent = wrong === true ? error.dataset.text : wrong;
  }
  return wrong;
};

/** An error goes away while the field is mended, and comes when it is left wrong. */
export const watchFields = (checks) => {
  for (const [input, isWrong] of checks) {
    const isTold = () => input.getAttribute('aria-invalid') === 'true';
    input.addEventListener('blur', () => {
      if (input.value !== '' || isTold()) tell(input, isWrong());
    });
    input.addEventListener('input', () => {
      if (isTold() && !isWrong()) tell(input, false);
    });
  }
};

/** Tells all that are wrong at once; the first of them gets the focus. */
export const tellAll = (checks) => {
  const wrong = [...checks].filter(([input, isWrong]) => tell(input, isWrong())).map(([input]) => input);
  wrong[0]?.focus();
  return wrong.length > 0;
};
