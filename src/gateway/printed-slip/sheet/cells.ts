import { cut, type Mark, type Point } from './marks.ts';

const THIN = 0.2;
export const THICK = 0.5;
const LABEL = { size: 2.1, drop: 2.6 } as const;
const VALUE = { size: 3, up: 1.3 } as const;
const PAD = 1;

/** One labelled box of a slip. */
export interface Cell {
  readonly label: string;
  readonly text?: string | undefined;
  readonly wide: number;
  readonly bold?: true;
  readonly right?: true;
}

/** Boxes beside each other, with a line below them and between them. */
export function rowMarks(at: Point, high: number, cells: readonly Cell[]): readonly Mark[] {
  let x = at.x;
  const marks = cells.flatMap((cell, index) => {
    const left = x;
    x += cell.wide;
    const side = index === 0 ? [] : [rule({ x: left, y: at.y }, { x: left, y: at.y + high })];
    return [...side, ...cellMarks({ x: left, y: at.y }, high, cell)];
  });
  return [...marks, rule({ x: at.x, y: at.y + high }, { x, y: at.y + high })];
}

export function rule(from: Point, to: Point, thick: number = THIN): Mark {
  return { kind: 'rule', from, to, thick };
}

export function label(at: Point, text: string): Mark {
  return { kind: 'text', at: { x: at.x + PAD, y: at.y + LABEL.drop }, size: LABEL.size, text };
}

function cellMarks(at: Point, high: number, cell: Cell): readonly Mark[] {
  const { text = '', wide, bold, right } = cell;
  const inside = wide - 2 * PAD;
  const shown = cut(text, inside, VALUE.size, bold);
  const base = { x: at.x + (right ? wide - PAD : PAD), y: at.y + high - VALUE.up };
  const value: Mark = {
    kind: 'text',
    at: base,
    size: VALUE.size,
    text: shown,
    ...(bold && { bold }),
    ...(right && { right }),
  };
  return shown === '' ? [label(at, cell.label)] : [label(at, cell.label), value];
}
