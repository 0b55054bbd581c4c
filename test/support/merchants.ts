import type { TestService } from './service.ts';

/** Headers of an API pair. */
export type ApiPair = Readonly<Record<'authenticationApi' | 'authenticationKey', string>>;

export interface IssuedCredential {
  readonly id: string;
  /** Empty for kinds without a name. */
  readonly name: string;
  readonly secret: string;
}

const DOCUMENT = '11222333000181';

/** Adds an active seller with an API pair, through the operator's commands. */
export async function addMerchant(
  service: TestService,
  document = DOCUMENT,
): Promise<{ personId: string; api: ApiPair; credentialId: string }> {
  const personId = await addPerson(service, document);
  await service.command('person', 'activate', personId);
  const issued = await issueCredential(service, personId, 'api');
  return { personId, api: apiPairOf(issued), credentialId: issued.id };
}

/** Adds a seller that waits for its activation. */
export async function addPerson(service: TestService, document = DOCUMENT): Promise<string> {
  const added = await service.command(
    ...['person', 'add', '--document', document, '--name', 'Outra loja', '--role', 'seller'],
  );
  return String(added.id);
}

export async function issueCredential(
  service: TestService,
  personId: string,
  kind: 'api' | 'checkout' | 'integration' | 'postback',
  ...more: readonly string[]
): Promise<IssuedCredential> {
  const issued = await service.command('credential', 'issue', '--person', personId, '--kind', kind, ...more);
  return { id: String(issued.id), name: String(issued.name ?? ''), secret: String(issued.secret) };
}

export function apiPairOf({ name, secret }: IssuedCredential): ApiPair {
  return { authenticationApi: name, authenticationKey: secret };
}
