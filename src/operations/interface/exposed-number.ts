import { compileTextSearch } from '../../platform/http/index.ts';
import type { Operation } from './operation.ts';
import { operationRefuse } from './refusals.ts';

/** Whether a text contains a card number in clear. The back office knows nothing about cards, so the rule is injected. */
export type ExposesCardNumber = (text: string) => boolean;

/**
 * Makes the check of an operation's query and body. It throws card_number_exposed when a text contains a card number,
 * which would be stored and shown in clear. Look-ups store nothing and are never refused for it.
 */
export function exposedNumberRefusal(
  { audited, query, body }: Pick<Operation, 'audited' | 'query' | 'body'>,
  exposesCardNumber: ExposesCardNumber,
): (query: unknown, body: unknown) => void {
  if (!audited) return () => undefined;
  const inQuery = compileTextSearch(query);
  const inBody = compileTextSearch(body);
  return (sentQuery, sentBody) => {
    const field = inQuery(sentQuery, exposesCardNumber) ?? inBody(sentBody, exposesCardNumber);
    if (field === undefined) return;
    const message = `O campo ${field} contém um número de cartão. Retire-o: ele ficaria gravado em claro.`;
    throw operationRefuse('card_number_exposed', { field, message });
  };
}
