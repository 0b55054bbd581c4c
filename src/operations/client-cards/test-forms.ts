import type { CardForm, CardForms } from './card-forms.ts';

/** Forms of a gateway that the tests fill. */
export interface TestForms extends CardForms {
  /** What a client typed, or its outcome. */
  set(formId: string, form: CardForm): void;
  /** The client types a card; the same token means the same card. */
  fill(formId: string, token: string): void;
  /** References of the forms that were opened. */
  readonly opened: readonly string[];
}

export function testForms(): TestForms {
  const forms = new Map<string, { readonly personId: number; readonly form: CardForm }>();
  const opened: string[] = [];
  const set = (formId: string, form: CardForm) =>
    forms.set(formId, { personId: forms.get(formId)?.personId ?? 0, form });
  return {
    opened,
    open: async (personId, reference) => {
      opened.push(reference);
      const id = `form-${opened.length}`;
      forms.set(id, { personId, form: { kind: 'open', url: `https://loja.example/v1/save-card/${id}` } });
      return id;
    },
    find: async (personId, formIds) =>
      new Map(
        formIds.flatMap((id) => {
          const found = forms.get(id);
          return found?.personId === personId ? [[id, found.form] as const] : [];
        }),
      ),
    delete: async (personId, token) => {
      for (const [id, { personId: owner, form }] of forms) {
        if (owner === personId && form.kind === 'kept' && form.card.token === token) {
          forms.set(id, { personId, form: { kind: 'deleted' } });
        }
      }
    },
    set,
    fill: (formId, token) =>
      set(formId, {
        kind: 'kept',
        card: {
          token,
          mask: '423564******5682',
          brand: 'VISA',
          expirationMonth: '12',
          expirationYear: '2035',
          keptAt: Date.UTC(2026, 0, 16, 12),
        },
      }),
  };
}
