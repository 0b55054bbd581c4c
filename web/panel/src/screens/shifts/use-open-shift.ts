import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Shift } from '../../../../../src/panel/shifts/schema.ts';
import { call } from '../../api/call.ts';
import { isRefusal, useRequestKey } from '../../api/request-key.ts';

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
  const { idempotencyKey, onError } = useRequestKey();
  const refresh = () => {
    for (const shown of [OPEN_SHIFT, 'till-shifts', 'till-shift']) {
      void client.invalidateQueries({ queryKey: [shown] });
    }
  };
  return useMutation({
    mutationFn: (input: Input) => write(input, idempotencyKey),
    onSuccess: (shift) => {
      client.setQueryData(['till-shift', String(shift.id)], shift);
      refresh();
      onDone(shift);
    },
    onError: (error) => {
      onError(error);
      // Somebody else may have been quicker.
      if (isRefusal(error)) refresh();
    },
  });
}
