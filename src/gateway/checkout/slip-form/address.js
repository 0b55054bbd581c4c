import { digitsOf, writtenDocument } from '../page/script/card-number.js';
import { rewrite, tellAll, watchFields } from '../page/script/fields.js';
import { startWaiting } from '../page/script/wait.js';

const placeAt = (places, digits) => {
  const at = Number(digits);
  return places.find(([first, last]) => at >= first && at <= last)?.[2];
};

/** State and, of some, city follow from the CEP. What the buyer typed himself stays. */
const fillPlace = (field, [states, cities]) => {
  const digits = digitsOf(field('cep').value);
  if (digits.length !== 8) return;
  const state = placeAt(states, digits.slice(0, 3));
  if (state) field('uf').value = state;
  const city = field('cidade');
  const known = placeAt(cities, digits.slice(0, 5)) ?? '';
  if (city.value === '' || city.value === city.dataset.filled) {
    city.value = known;
    city.dataset.filled = known;
  }
  for (const one of [field('uf'), city]) if (one.value) one.dispatchEvent(new Event('input'));
};

export const startSlipForm = (form, places) => {
  const field = (name) => form.elements.namedItem(name);
  const isEmpty = (name) => () => field(name).value.trim() === '';
  const email = field('email');
  const checks = new Map([
    ...(field('valor') ? [[field('valor'), () => digitsOf(field('valor').value) === '']] : []),
    [field('pagador'), isEmpty('pagador')],
    [
      field('documento'),
      () => !/^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$/i.test(field('documento').value.replace(/[\s./-]/g, '')),
    ],
    [email, () => email.value.trim() !== '' && !email.validity.valid],
    [field('cep'), () => digitsOf(field('cep').value).length !== 8],
    ...['rua', 'lugar', 'bairro', 'cidade', 'uf'].map((name) => [field(name), isEmpty(name)]),
  ]);
  watchFields(checks);
  const cep = field('cep');
  cep.addEventListener('input', (event) => {
    const digits = digitsOf(cep.value).slice(0, 8);
    if (!event.inputType?.startsWith('delete')) rewrite(cep, digits.replace(/^(.{5})(.+)/, '$1-$2'));
    fillPlace(field, places);
  });
  field('documento').addEventListener('blur', () => {
    field('documento').value = writtenDocument(field('documento').value);
  });
  let stopWaiting;
  form.addEventListener('submit', (event) => {
    if (stopWaiting || tellAll(checks)) return event.preventDefault();
    stopWaiting = startWaiting(form.querySelector('.go'), document.getElementById('espera'));
  });
  addEventListener('pageshow', () => {
    stopWaiting?.();
    stopWaiting = undefined;
  });
};
