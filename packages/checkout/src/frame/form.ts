import { brandOf } from '../brand.ts';
import type { Card } from '../card-hash.ts';
import type { FieldsEvents, ToldError } from '../fields/messages.ts';
import type { CardField } from '../guiche-error.ts';
import { validate } from '../validate.ts';
import { groupedNumber, onlyDigits, readExpiration, writtenExpiration } from './format.ts';

const INPUTS = ['numero', 'validade', 'cvv', 'nome'] as const;
type InputName = (typeof INPUTS)[number];

const INPUT_OF: Readonly<Record<CardField, InputName>> = {
  number: 'numero',
  expirationMonth: 'validade',
  expirationYear: 'validade',
  cvv: 'cvv',
  holderName: 'nome',
};

/** Tells the shop's page of an event. */
export type Emit = <Name extends keyof FieldsEvents>(name: Name, detail?: FieldsEvents[Name]) => void;

/** The fields of the frame's page. */
export interface CardForm {
  card(): Card;
  /**
   * Shows all problems beside the fields, focuses the first invalid field and returns its problem; undefined if there
   * is none.
   */
  showProblems(): ToldError | undefined;
  focus(): void;
  clear(): void;
}

export function openForm(emit: Emit): CardForm {
  const form = document.querySelector('form') as HTMLFormElement;
  const byId = (id: string) => document.getElementById(id) as HTMLInputElement;
  let brand: string | undefined;

  const card = (): Card => {
    const { month, year } = readExpiration(byId('validade').value);
    return {
      number: byId('numero').value,
      cvv: byId('cvv').value,
      expirationMonth: month,
      expirationYear: year,
      holderName: byId('nome').value,
    };
  };
  const problems = (): readonly ToldError[] => {
    const found: readonly ToldError[] = validate(card());
    const name = byId('nome').value.trim();
    return name
      ? found
      : [
          ...found,
          { field: 'holderName', code: 'card_holder_missing', message: 'Digite o nome como está no cartão.' },
        ];
  };
  const problemAt = (name: InputName, all = problems()) =>
    all.find(({ field }) => field && INPUT_OF[field] === name);
  const show = (name: InputName, problem: ToldError | undefined) => {
    byId(name).setAttribute('aria-invalid', String(problem !== undefined));
    byId(`${name}-erro`).textContent = problem?.message ?? '';
  };
  const isShown = (name: InputName) => byId(name).getAttribute('aria-invalid') === 'true';

  const changed = () => {
    const all = problems();
    const found = brandOf(byId('numero').value);
    if (found?.name !== brand) {
      brand = found?.name;
      byId('bandeira').textContent = brand?.replace(/_/g, ' ') ?? '';
      byId('cvv').placeholder = `${found?.cvvLength ?? 3} dígitos`;
      emit('brand', { brand });
    }
    for (const name of INPUTS) if (isShown(name) && !problemAt(name, all)) show(name, undefined);
    emit('change', {
      complete: all.length === 0,
      empty: INPUTS.every((name) => byId(name).value === ''),
    });
  };

  form.addEventListener('input', (event) => {
    const typed = event.target as HTMLInputElement;
    const isDeleting = (event as InputEvent).inputType?.startsWith('delete');
    if (typed.name === 'numero') rewrite(typed, groupedNumber(typed.value));
    if (typed.name === 'validade' && !isDeleting) rewrite(typed, writtenExpiration(typed.value));
    changed();
  });
  form.addEventListener('focusout', (event) => {
    const { name, value } = event.target as HTMLInputElement;
    if (value === '' && !isShown(name as InputName)) return;
    const problem = problemAt(name as InputName);
    show(name as InputName, problem);
    if (problem) emit('error', problem);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    emit('submit');
  });

  return {
    card,
    showProblems() {
      const all = problems();
      for (const name of INPUTS) show(name, problemAt(name, all));
      const [first] = all;
      if (first?.field) byId(INPUT_OF[first.field]).focus();
      return first;
    },
    focus: () => byId('numero').focus(),
    clear() {
      form.reset();
      for (const name of INPUTS) show(name, undefined);
      changed();
    },
  };
}

/** Rewrites a field and keeps the caret after the same digit. */
function rewrite(field: HTMLInputElement, text: string): void {
  const { value, selectionStart } = field;
  if (value === text) return;
  const start = selectionStart ?? value.length;
  const before = onlyDigits(value.slice(0, start)).length;
  field.value = text;
  if (document.activeElement !== field) return;
  let caret = text.length;
  if (start < value.length) {
    caret = 0;
    for (let seen = 0; seen < before && caret < text.length; caret += 1)
      if (/\d/.test(text.charAt(caret))) seen += 1;
  }
  field.setSelectionRange(caret, caret);
}
