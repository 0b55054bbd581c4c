import { brandOf } from '../brand.ts';
import type { Card } from '../card-hash.ts';
import type { FieldsEvents, ToldError } from '../fields/messages.ts';
import type { CardField } from '../guiche-error.ts';
import { validate } from '../validate.ts';
import { groupedNumber, onlyDigits, readExpiration, writtenExpiration } from './format.ts';

const INPUTS = ['number', 'expiration', 'cvv', 'holderName'] as const;
type InputName = (typeof INPUTS)[number];

/** Month and year are typed into one field. */
function inputOf(field: CardField): InputName {
  return field === 'expirationMonth' || field === 'expirationYear' ? 'expiration' : field;
}

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
  const form = document.forms[0] as HTMLFormElement;
  const byId = (id: string) => document.getElementById(id) as HTMLInputElement;
  let brand: string | undefined;

  const card = (): Card => {
    const { month, year } = readExpiration(byId('expiration').value);
    return {
      number: byId('number').value,
      cvv: byId('cvv').value,
      expirationMonth: month,
      expirationYear: year,
      holderName: byId('holderName').value,
    };
  };
  const problems = (): readonly ToldError[] => {
    const found: readonly ToldError[] = validate(card());
    if (byId('holderName').value.trim()) return found;
    const message = 'Digite o nome como está no cartão.';
    return [...found, { field: 'holderName', code: 'card_holder_missing', message }];
  };
  const problemAt = (name: InputName, all = problems()) =>
    all.find(({ field }) => field && inputOf(field) === name);
  const show = (name: InputName, problem: ToldError | undefined) => {
    byId(name).setAttribute('aria-invalid', String(problem !== undefined));
    byId(`${name}-error`).textContent = problem?.message ?? '';
  };
  const isShown = (name: InputName) => byId(name).getAttribute('aria-invalid') === 'true';

  const changed = () => {
    const all = problems();
    const found = brandOf(byId('number').value);
    if (found?.name !== brand) {
      brand = found?.name;
      byId('brand').textContent = brand?.replace(/_/g, ' ') ?? '';
      byId('cvv').placeholder = `${found?.cvvLength ?? 3} dígitos`;
      emit('brand', { brand });
    }
    for (const name of INPUTS) if (isShown(name) && !problemAt(name, all)) show(name, undefined);
    emit('change', {
      complete: !all.length,
      empty: INPUTS.every((name) => !byId(name).value),
    });
  };

  form.addEventListener('input', (event) => {
    const typed = event.target as HTMLInputElement;
    const isDeleting = (event as InputEvent).inputType?.startsWith('delete');
    if (typed.name === 'number') rewrite(typed, groupedNumber(typed.value));
    if (typed.name === 'expiration' && !isDeleting) rewrite(typed, writtenExpiration(typed.value));
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
      if (first?.field) byId(inputOf(first.field)).focus();
      return first;
    },
    focus: () => byId('number').focus(),
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
  field.value = text;
  const start = selectionStart ?? value.length;
  // At the end, the browser has moved the caret there already; another field's selection would take the focus in Safari.
  if (document.activeElement !== field || start === value.length) return;
  const digitsBefore = onlyDigits(value.slice(0, start)).length;
  const [kept = ''] = new RegExp(`^(?:\\D*\\d){0,${digitsBefore}}`).exec(text) ?? [];
  field.setSelectionRange(kept.length, kept.length);
}
