import type { Operation } from './operation.ts';
import { operationRefuse } from './refusals.ts';

/** Whether a text contains a card number in clear. The back office knows nothing about cards, so the rule is injected. */
export type ExposesCardNumber = (text: string) => boolean;

/** Members that are not free text: documents have their own rules, pictures are decoded. */
const OTHER_MEMBERS: ReadonlySet<string> = new Set(['cpfCnpj', 'foto', 'fotBase64']);

/**
 * Refuses a body with a card number in a text, which would be stored and shown in clear. Throws card_number_exposed.
 * The body of a login is not stored.
 */
export function refuseExposedNumber(
  { key }: Pick<Operation, 'key'>,
  body: unknown,
  exposesCardNumber: ExposesCardNumber,
): void {
  const field = key === 'none' ? undefined : exposedField(body, '', exposesCardNumber);
  if (field === undefined) return;
  const message = `O campo ${field} contém um número de cartão. Retire-o: ele ficaria gravado em claro.`;
  throw operationRefuse('card_number_exposed', { field, message });
}

/** The body was read by its schema, so its contents and depth are known. */
function exposedField(value: unknown, path: string, exposes: ExposesCardNumber): string | undefined {
  if (typeof value === 'string') return exposes(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (OTHER_MEMBERS.has(name)) continue;
    const field = exposedField(member, path === '' ? name : `${path}.${name}`, exposes);
    if (field !== undefined) return field;
  }
  return undefined;
}
