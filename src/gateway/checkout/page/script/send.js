import { tell } from './fields.js';

const NO_CONNECTION = {
  reason: 'A conexão caiu antes da resposta.',
  whatToDo: 'Confira a internet e tente de novo: mesmo assim você paga uma vez só.',
};

/**
 * What the service says of a sent form: where to go on, or what to mend. Undefined when it says it as a page, which a plain post
 * of the same form shows: one form pays once.
 */
export const send = async (form) => {
  let answer;
  try {
    answer = await fetch(form.action, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams(new FormData(form)),
    });
  } catch {
    return { notice: NO_CONNECTION, errors: {}, isLost: true };
  }
  const isTold = answer.headers.get('Content-Type')?.startsWith('application/json');
  return isTold ? answer.json().catch(() => undefined) : undefined;
};

/** The refusal above the fields, which keep what was typed. */
const showNotice = (notice) => {
  const box = document.getElementById('recusa');
  box.hidden = !notice;
  box.replaceChildren(
    ...[notice?.reason, notice?.whatToDo].filter(Boolean).map((text) => {
      const line = document.createElement('p');
      line.textContent = text;
      return line;
    }),
  );
  if (notice) box.scrollIntoView({ block: 'nearest' });
};

/**
 * The next try is another form; a visit of a link goes on at its own address, with the amount that it began with. What may have
 * been paid already is sent again as it was: another amount would be another payment.
 */
const goOn = (form, { key, at, isLost }) => {
  const field = form.elements.namedItem('chave');
  if (key && field) field.value = key;
  const amount = form.elements.namedItem('valor');
  if (amount && (at || isLost)) amount.readOnly = true;
  if (!at) return;
  form.action = at;
  history.replaceState(null, '', at);
};

/** Shows in place what has to be mended. The code is asked for again where a bank has refused the card. */
export const showRefusal = (form, told) => {
  goOn(form, told);
  showNotice(told.notice);
  const wrong = Object.entries(told.errors ?? {})
    .map(([name, text]) => [form.elements.namedItem(name), text])
    .filter(([input]) => input?.name);
  for (const [input, text] of wrong) tell(input, text);
  if (told.key && told.notice) form.elements.namedItem('cvv').value = '';
  const first = wrong[0]?.[0] ?? form.elements.namedItem(told.focus ?? 'cvv');
  first?.focus();
  first?.select?.();
};
