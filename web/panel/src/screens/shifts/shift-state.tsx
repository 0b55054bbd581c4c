import type { ShiftRow } from '../../../../../src/panel/shifts/schema.ts';
import { Badge } from '../../ui/feedback/status.tsx';
import { differenceText } from './shift-words.ts';

/** Open, or how its count ended. */
export function ShiftState({ difference }: Pick<ShiftRow, 'difference'>) {
  if (difference === null) return <Badge label="Aberto" tone="info" icon="clock" />;
  const label = differenceText(difference);
  if (difference === 0) return <Badge label={label} tone="good" icon="check" />;
  return <Badge label={label} tone={difference < 0 ? 'wrong' : 'wait'} icon="warning" />;
}
