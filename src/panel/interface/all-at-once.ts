import { Refusal } from '../../platform/refusal.ts';

type Makers = Readonly<Record<string, () => unknown>>;
type Made<All extends Makers> = { readonly [Name in keyof All]: ReturnType<All[Name]> };

/** What else is wrong in a form, besides what its refusal names. */
interface FurtherFault {
  readonly field: string;
  readonly message: string;
}

/**
 * Makes each of them. Where some are refused it throws the first refusal, and beside it what is wrong in the other fields,
 * so that a form shows at once all that has to be mended.
 */
export function allAtOnce<All extends Makers>(makers: All): Made<All> {
  const made: Record<string, unknown> = {};
  const refused: Refusal[] = [];
  for (const [name, make] of Object.entries(makers)) {
    try {
      made[name] = make();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push(error);
    }
  }
  const [first, ...others] = refused;
  if (first === undefined) return made as Made<All>;
  throw others.length === 0 ? first : first.with({ beside: { alsoWrong: others.flatMap(faultOf) } });
}

function faultOf({ field, message }: Refusal): readonly FurtherFault[] {
  return field === undefined ? [] : [{ field, message }];
}
