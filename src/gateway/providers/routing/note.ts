import type { Choice, ChosenBy, StruckOut } from './choose.ts';
import type { Strike } from './needs.ts';

/** What is kept with an attempt of why it went where it went. */
export interface RoutingNote
  extends Pick<Choice, 'account' | 'by' | 'version' | 'isOfHouse' | 'rule' | 'struckOut'> {
  /** Whether it came with proof of an authentication, which is not kept. */
  readonly hadProof: boolean;
}

interface Written {
  readonly a: string;
  readonly b: ChosenBy;
  readonly v?: number;
  /** Of the installation's rules. */
  readonly h?: 1;
  readonly r?: string;
  readonly s?: readonly (readonly [string, Strike])[];
  readonly p?: 1;
}

export function writeNote(
  { account, by, version, isOfHouse, rule, struckOut }: Omit<RoutingNote, 'hadProof'>,
  hadProof: boolean,
): string {
  const written: Written = {
    a: account,
    b: by,
    ...(version !== undefined && { v: version }),
    ...(isOfHouse && { h: 1 }),
    ...(rule !== undefined && { r: rule }),
    ...(struckOut.length > 0 && { s: struckOut.map((one) => [one.account, one.why]) }),
    ...(hadProof && { p: 1 }),
  };
  return JSON.stringify(written);
}

/** Undefined where nothing was kept: there was nothing to choose. */
export function readNote(text: string | undefined): RoutingNote | undefined {
  if (text === undefined) return undefined;
  const { a, b, v, h, r, s = [], p } = JSON.parse(text) as Written;
  const struckOut: StruckOut[] = s.map(([account, why]) => ({ account, why }));
  const note = { account: a, by: b, version: v, rule: r, struckOut, hadProof: p === 1 };
  return h === 1 ? { ...note, isOfHouse: true } : note;
}
