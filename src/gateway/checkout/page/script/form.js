import { brandOf, digitsOf, grouped, isNumber, writtenDocument } from './card-number.js';
import { isOver, readExpiry, writtenExpiry } from './expiry.js';
import { rewrite, tellAll, watchFields } from './fields.js';
import { send, showRefusal } from './send.js';
import { startWaiting } from './wait.js';

/** What is wrong with each field, in the order of the form. */
const checksOf = (field, brands) => {
  const expiry = field('validade');
  const wrongExpiry = () => {
    const read = readExpiry(expiry.value);
    return !read || (isOver(read, Date.now()) && expiry.dataset.over);
  };
  const wrongCode = () => {
    const brand = brandOf(brands, digitsOf(field('numero').value));
    return !(brand ? [brand.code] : [3, 4]).includes(digitsOf(field('cvv').value).length);
  };
  const amount = field('valor');
  return new Map([
    ...(amount ? [[amount, () => digitsOf(amount.value) === '']] : []),
    [field('numero'), () => !isNumber(digitsOf(field('numero').value))],
    [expiry, wrongExpiry],
    [field('cvv'), wrongCode],
    [field('nome'), () => field('nome').value.trim() === ''],
  ]);
};

const showBrand = (field, brands) => {
  const number = field('numero');
  const digits = digitsOf(number.value).slice(0, 19);
  const brand = brandOf(brands, digits);
  rewrite(number, grouped(digits));
  document.getElementById('bandeira').textContent = brand?.name.replaceAll('_', ' ') ?? '';
  field('cvv').placeholder = `${brand?.code ?? 3} dígitos`;
  for (const mark of document.querySelectorAll('[data-brand]'))
    mark.classList.toggle('other', Boolean(brand) && mark.dataset.brand !== brand.name);
};

/** Writes what is typed as it is printed on a card. */
const formatFields = (field, brands) => {
  field('numero').addEventListener('input', () => showBrand(field, brands));
  const expiry = field('validade');
  expiry.addEventListener('input', (event) => {
    if (!event.inputType?.startsWith('delete')) rewrite(expiry, writtenExpiry(expiry.value));
  });
  const tax = field('documento');
  tax?.addEventListener('blur', () => {
    tax.value = writtenDocument(tax.value);
  });
  showBrand(field, brands);
};

/** Installments, and keeping the card, are for credit only. */
const showFunction = (form) => {
  const isDebit = form.querySelector('[name=tipo]:checked')?.value === 'debito';
  for (const id of ['campo-parcelas', 'campo-guardar']) {
    const part = document.getElementById(id);
    if (part) part.hidden = isDebit;
  }
};

/** The browser, for 3-D Secure. */
const describeBrowser = (field) => {
  const device = {
    cores: screen.colorDepth,
    idioma: navigator.language,
    altura: screen.height,
    largura: screen.width,
    fuso: Math.round(new Date().getTimezoneOffset() / 60),
  };
  for (const [name, value] of Object.entries(device)) field(name).value = value;
};

/** Cards of the sandbox are typed by one press. */
const offerTestCards = (form, field) => {
  const cards = document.getElementById('cartoes-teste');
  cards?.addEventListener('click', ({ target }) => {
    const chosen = target.closest('[data-card]');
    if (!chosen) return;
    const kind = chosen.dataset.kind ?? 'credito';
    const type = form.querySelector(`[name=tipo][value=${kind}]`);
    if (type) {
      type.checked = true;
      showFunction(form);
    }
    const typed = { numero: chosen.dataset.card, validade: '12/35', cvv: '123', nome: 'Cliente de Teste' };
    for (const [name, text] of Object.entries(typed)) {
      field(name).value = text;
      field(name).dispatchEvent(new Event('input'));
    }
    form.querySelector('.go').focus();
  });
};

export const startForm = (form, brands) => {
  const field = (name) => form.elements.namedItem(name);
  const button = form.querySelector('.go');
  const checks = checksOf(field, brands);
  watchFields(checks);
  formatFields(field, brands);
  showFunction(form);
  form.addEventListener('change', () => showFunction(form));
  describeBrowser(field);
  offerTestCards(form, field);

  let stopWaiting;
  const release = () => {
    stopWaiting?.();
    stopWaiting = undefined;
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (stopWaiting || tellAll(checks)) return;
    stopWaiting = startWaiting(button, document.getElementById('espera'));
    const told = await send(form);
    if (!told) return form.submit();
    if (told.go) return location.assign(told.go);
    release();
    showRefusal(form, told);
  });
  // Back from the next page, with the form as it was left.
  addEventListener('pageshow', release);
};
