import type { Accounts } from '../../accounts/accounts.ts';
import { formatDocument, type Person, type PersonEntry } from '../../accounts/persons/index.ts';
import { methodWords, type PaymentMethods } from '../../operations/index.ts';
import type { TellPeople } from '../mails/tell-people.ts';
import type { LikePerson, PersonDetail, PersonRow } from './schema.ts';

export interface PersonsDependencies {
  readonly accounts: Accounts;
  readonly people: TellPeople;
  readonly paymentMethods: PaymentMethods;
}

/** Rows of a list, with the creator of each; waiting persons with similar persons. */
export async function personRows(
  { accounts }: Pick<PersonsDependencies, 'accounts'>,
  persons: readonly PersonEntry[],
): Promise<ReadonlyMap<number, PersonRow>> {
  const creators = await accounts.namesOfPersons([
    ...new Set(persons.flatMap(({ createdBy }) => createdBy ?? [])),
  ]);
  const like = await accounts.likePersons(persons.filter(({ status }) => status === 'waiting'));
  return new Map(
    persons.map((person) => [
      person.id,
      {
        id: person.id,
        kind: person.role,
        status: person.status,
        name: person.name,
        tradeName: person.tradeName ?? null,
        document: formatDocument(person.document),
        email: person.email ?? null,
        phone: person.phone1 ?? null,
        createdAt: new Date(person.createdAt).toISOString(),
        activatedAt: timeOf(person.activatedAt),
        createdBy:
          person.createdBy === undefined
            ? null
            : { id: person.createdBy, name: creators.get(person.createdBy) ?? '' },
        keyless: person.keyless,
        network: person.network ?? null,
        like: (like.get(person.id) ?? []).map((other) => likeOf(person, other)),
      },
    ]),
  );
}

const MAX_KEYS = 100;

/** All data of the profile page in one call. */
export async function showPerson(
  { accounts, paymentMethods }: PersonsDependencies,
  person: Person,
): Promise<PersonDetail> {
  const row = (await personRows({ accounts }, [{ ...person, network: undefined }])).get(person.id);
  if (!row) throw new Error(`the person ${person.id} was not described`);
  const keys = await accounts.listCredentials({ personId: person.id, beforeId: undefined, limit: MAX_KEYS });
  const { active } = await accounts.panel.countTeam(person.id);
  return {
    ...row,
    address: (person.address ?? {}) as PersonDetail['address'],
    settings: { lateApproval: person.lateApproval, postbackDelaySeconds: person.postbackDelaySeconds },
    heldUntil: timeOf(await accounts.loginHeldUntil(person)),
    keys: { inUse: keys.filter(({ state }) => state === 'in_use').length },
    team: { active },
    password: await accounts.hasPassword(person.id),
    secondFactor: await accounts.panel.ownerHasSecondFactor(person.id),
    methods: (await paymentMethods.listFor(person.id)).map(({ id }) => methodWords(id).label),
  };
}

function likeOf(person: Person, other: Person): LikePerson {
  return {
    id: other.id,
    name: other.tradeName ?? other.name,
    status: other.status,
    same: other.document === person.document ? 'document' : 'email',
  };
}

function timeOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
