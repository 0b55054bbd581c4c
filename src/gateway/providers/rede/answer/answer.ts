import {
  type Fields,
  group,
  identifier,
  isPresent,
  message,
  schemeIdsIn,
  wholeNumber,
} from '../../http/index.ts';
import type { HostAnswer } from '../../outcome.ts';

const ECI = /^0?\d$/;

/**
 * The parts of an answer that are kept. Rede writes a new charge flat and a queried one under `authorization`; which
 * object holds the authorization code and the ECI varies (docs/contract/acquirers.md A.4).
 */
export function hostAnswer(fields: Fields, httpStatus: number): HostAnswer {
  const nested = group(fields, 'authorization');
  const places = [fields, nested];
  const brands = [group(fields, 'brand'), group(nested, 'brand')];
  const authentication = [group(fields, 'threeDSecure'), group(nested, 'threeDSecure')];
  const seen = {
    ...present('amount', first(places, 'amount', wholeNumber)),
    ...present('cardBin', first(places, 'cardBin', identifier)),
    ...present('cardLast4', first(places, 'last4', identifier)),
  };
  return {
    ...present('theirId', first(places, 'tid', identifier)),
    ...present('nsu', first(places, 'nsu', identifier)),
    ...present(
      'authorizationCode',
      first(
        [fields, group(fields, 'brand'), nested, group(nested, 'brand')],
        'authorizationCode',
        identifier,
      ),
    ),
    ...present('rawCode', first(places, 'returnCode', identifier)),
    ...present('rawMessage', first(places, 'returnMessage', message)),
    ...present('abecsCode', first(brands, 'returnCode', identifier)),
    ...present('merchantAdviceCode', first(brands, 'merchantAdviceCode', identifier)),
    ...schemeIdsIn([...brands, ...places], { transactionId: 'brandTid', linkId: 'transactionLinkId' }),
    ...present('eci', eciOf([...authentication, ...places, ...brands])),
    ...(Object.keys(seen).length > 0 ? { seen } : {}),
    httpStatus,
  };
}

/** The parts kept of an answer about another charge, which must not be taken for ours. */
export function foreignAnswer(fields: Fields, httpStatus: number): HostAnswer {
  const { rawCode, rawMessage } = hostAnswer(fields, httpStatus);
  return { ...present('rawCode', rawCode), ...present('rawMessage', rawMessage), httpStatus };
}

/** What in an answer shows that it is about another charge; undefined when nothing does. */
export function foreignName(
  fields: Fields,
  charge: { readonly reference: string; readonly tid: string | undefined },
): string | undefined {
  if (isPresent(fields, 'reference') && !namesReference(fields, charge.reference)) {
    return 'the answer names another reference';
  }
  if (charge.tid !== undefined && isPresent(fields, 'tid') && identifier(fields, 'tid') !== charge.tid) {
    return 'the answer names another tid';
  }
  return undefined;
}

/** Our references are in capitals; a host may return them in lower case. */
export function namesReference(fields: Fields, reference: string): boolean {
  return identifier(fields, 'reference')?.toUpperCase() === reference.toUpperCase();
}

function eciOf(places: readonly Fields[]): number | undefined {
  for (const name of ['eci', 'authorizationEci', 'authenticationEci']) {
    const text = first(places, name, identifier);
    if (text !== undefined && ECI.test(text)) return Number(text);
  }
  return undefined;
}

function first<Value>(
  places: readonly Fields[],
  name: string,
  read: (fields: Fields, name: string) => Value | undefined,
): Value | undefined {
  for (const place of places) {
    const value = read(place, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

function present<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [key in Name]?: Value });
}
