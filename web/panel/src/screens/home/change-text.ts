import { count } from '../../ui/text/format.ts';

const PERCENT = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 0 });
const POINTS = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
/** Below this a change is none to speak of. */
const LEAST = 0.005;
/** From here on per cent say less than how many times as much. */
const TIMES_FROM = 3;

export interface Change {
  readonly text: string;
  /** 0: none. */
  readonly direction: -1 | 0 | 1;
}

/** How a figure differs from that of the period before. Rates differ by points, everything else by per cent. */
export function changeOf(now: number | null, before: number | null, isRate = false): Change {
  if (now === null || before === null || (before === 0 && !isRate)) {
    return { text: 'sem período anterior', direction: 0 };
  }
  const difference = isRate ? now - before : now / before - 1;
  if (Math.abs(difference) < LEAST) return { text: 'igual ao período anterior', direction: 0 };
  return { text: textOf(difference, isRate), direction: difference > 0 ? 1 : -1 };
}

function textOf(difference: number, isRate: boolean): string {
  const word = difference > 0 ? 'a mais' : 'a menos';
  if (isRate) {
    const points = POINTS.format(Math.abs(difference) * 100);
    return `${points} ${points === '1' ? 'ponto' : 'pontos'} ${word} que antes`;
  }
  if (difference >= TIMES_FROM) return `${count(Math.round(difference + 1))} vezes o período anterior`;
  return `${PERCENT.format(Math.abs(difference))} ${word} que antes`;
}
