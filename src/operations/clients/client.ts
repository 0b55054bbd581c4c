import type { Address } from '../../accounts/persons/index.ts';
import { type Edited, editedText } from '../interface/texts.ts';

/** A customer whom a seller bills repeatedly. */
export interface Client {
  readonly id: number;
  /** The seller. */
  readonly personId: number;
  /** CPF or CNPJ, upper case without punctuation. */
  readonly document: string;
  readonly legalPerson: boolean;
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  /** The client's name in the seller's own system. */
  readonly reference: string | undefined;
  readonly address: Address | undefined;
  /** The shop no longer bills the client: the panel lists it apart. */
  readonly archived: boolean;
}

/** A request's changes to a client; undefined: not sent. */
export interface ClientChanges {
  readonly document: { readonly text: string; readonly legalPerson: boolean };
  readonly legalPerson: boolean | undefined;
  readonly name: Edited<string>;
  readonly email: Edited<string>;
  readonly phone: Edited<string>;
  readonly reference: Edited<string>;
  /** Replaces the whole address. */
  readonly address: Edited<Address>;
}

export function newClient(id: number, personId: number, changes: ClientChanges): Client {
  const { text, legalPerson } = changes.document;
  const blank: Client = {
    id,
    personId,
    document: text,
    legalPerson,
    name: undefined,
    email: undefined,
    phone: undefined,
    reference: undefined,
    address: undefined,
    archived: false,
  };
  return changedClient(blank, changes);
}

export function changedClient(client: Client, changes: ClientChanges): Client {
  const { text, legalPerson } = changes.document;
  return {
    ...client,
    document: text,
    legalPerson: changes.legalPerson ?? (text === client.document ? client.legalPerson : legalPerson),
    name: editedText(changes.name, client.name),
    email: editedText(changes.email, client.email),
    phone: editedText(changes.phone, client.phone),
    reference: editedText(changes.reference, client.reference),
    address: changes.address === undefined ? client.address : trimmedAddress(changes.address ?? {}),
  };
}

/** Undefined when it is empty. */
function trimmedAddress(address: Address): Address | undefined {
  const fields = Object.entries(address).flatMap(([field, sent]) => {
    const text = editedText(sent, undefined);
    return text === undefined ? [] : [[field, text] as const];
  });
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}
