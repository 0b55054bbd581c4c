import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ShownTillChoices } from '../../../../../src/panel/till-choices/schema.ts';
import { call } from '../../api/call.ts';

const KEY = ['till-choices'];

/** What the shop wants at hand; undefined until it is known. */
export function useTillChoices(): ShownTillChoices | undefined {
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GET /till/choices', { signal }),
  });
  return data;
}

/** Changes it, and shows the answer wherever it is shown. */
export function useChangeChoices<Input>(change: (input: Input) => Promise<ShownTillChoices>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (choices) => client.setQueryData(KEY, choices),
  });
}
