import { Refusal } from '../../platform/refusal.ts';
import { operationRefuse } from './refusals.ts';

/**
 * What an interface calls the members of a use case's request. Each part of `items[0].price` has its own name; one
 * without an entry is called as in the code.
 */
export type MemberNames = Readonly<Record<string, string>>;

/** How a use case names a member in the text of a refusal: `{items[0].price}`. */
const MARK = /\{([\w.[\]]+)\}/g;
const PART = /[A-Za-z]\w*/g;
const LAST_PART = /[A-Za-z]\w*(?=[^A-Za-z]*$)/;

/** The refusal of a use case whose request lacks a member that others may leave out. */
export function missingMember(member: string): Refusal {
  const message = `Parâmetro [{${member}}] não pode ser nulo.`;
  return operationRefuse('parameter_missing', { field: member, message });
}

/** What a use case gives; its refusals name the fields of the wire. */
export function inWireNames<Result>(names: MemberNames, given: Promise<Result>): Promise<Result> {
  const named = (member: string) => member.replace(PART, (part) => names[part] ?? part);
  return given.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    throw error.with({
      ...(error.field !== undefined && { field: named(error.field) }),
      message: error.message.replace(MARK, (_, member: string) => named(member)),
    });
  });
}

/** The same for screens, whose fields are called as in the code: the texts of the refusals name members in words. */
export function inWords<Result>(words: MemberNames, given: Promise<Result>): Promise<Result> {
  const word = (member: string) => {
    const [last = member] = LAST_PART.exec(member) ?? [];
    return words[last] ?? last;
  };
  return given.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const message = error.message
      .replace(/ \(\{[^}]+\}\)/g, '')
      // One of several lines is named: it is not shown beside its field.
      .replace(/^O campo \{[^[}]+\}/, 'Este campo')
      .replace(MARK, (_, member: string) => word(member));
    throw error.with({ message });
  });
}
