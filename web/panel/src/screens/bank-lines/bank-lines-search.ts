import type { BankLineClass } from '../../../../../src/panel/bank-statements/schema.ts';
import type { Tone } from '../../ui/feedback/status.tsx';
import type { IconName } from '../../ui/text/icon.tsx';

export const BANK_LINE_LOOKS: Readonly<
  Record<BankLineClass, { readonly label: string; readonly tone: Tone; readonly icon: IconName }>
> = {
  matched: { label: 'Pagamento de adquirente', tone: 'good', icon: 'check' },
  open: { label: 'Sem pagamento correspondente', tone: 'idle', icon: 'cash' },
  out: { label: 'Saída da conta', tone: 'idle', icon: 'forward' },
};

export interface BankLinesSearch {
  readonly classe?: BankLineClass;
}

/** The filter of the screen, from the URL. Anything else is ignored, because a bookmark may be old. */
export function readBankLinesSearch({ classe }: Record<string, unknown>): BankLinesSearch {
  return typeof classe === 'string' && Object.hasOwn(BANK_LINE_LOOKS, classe)
    ? { classe: classe as BankLineClass }
    : {};
}
