import { CODE_STEM, type FieldFault, faultText } from '../../../platform/http/index.ts';
import { Refusal } from '../../../platform/refusal.ts';

/** Fields whose codes start with another word. */
const CODE_STEMS: Readonly<Record<string, string>> = {
  'customer.name': 'customer_name',
  'customer.document': 'customer_document',
  'customer.email': 'customer_email',
  '': 'body',
};

/** The refusal of a field that breaks the schema: `amount_required`, `installments_invalid`. */
export function fieldRefusal(fault: FieldFault): Refusal {
  const last = fault.path.split('.').at(-1) ?? '';
  const stem =
    fault.schema[CODE_STEM] ??
    CODE_STEMS[fault.path] ??
    last.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const suffix = fault.rule === 'required' ? 'required' : 'invalid';
  return new Refusal(
    `${stem}_${suffix}`,
    { status: 400, message: faultText(fault) },
    fault.path === '' ? {} : { field: fault.path },
  );
}
