import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Shift } from '../../../../../src/panel/shifts/schema.ts';
import { CallError, call } from '../../api/call.ts';

/** Key of what is asked of a terminal's open shift; sales change it. */
export const OPEN_SHIFT = 'till-shift-open';

/** The open shift of a terminal; null: its till is closed; undefined: not known yet. */
export function useOpenShift(terminalId: number): Shift | null | undefined {
  const { data } = useQuery({
    queryKey: [OPEN_SHIFT, terminalId],
    queryFn: ({ signal }) => call('GET /till/shifts/open', { query: { terminalId }, signal }),
  });
  return data?.shift;
}

/** A write to a shift: what is shown follows, and a press that is repeated after a lost answer is done once. */
export function useShiftWrite<Input>(
  write: (input: Input, key: string) => Promise<Shift>,
  onDone: (shift: Shift) => void,
) {
  const client = useQueryClient();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const refresh = () => {
    for (const shown of [OPEN_SHIFT, 'till-shifts', 'till-shift']) {
      void client.invalidateQueries({ queryKey: [shown] });
    }
  };
  return useMutation({
    mutationFn: (input: Input) => write(input, key),
    onSuccess: (shift) => {
      client.setQueryData(['till-shift', String(shift.id)], shift);
      refresh();
      onDone(shift);
    },
    onError: (error) => {
      // Refused: nothing was done, and what is typed next is another request. Somebody else may have been quicker.
      if (error instanceof CallError && error.status >= 400 && error.status < 500) {
        setKey(crypto.randomUUID());
        refresh();
      }
    },
  });
}
