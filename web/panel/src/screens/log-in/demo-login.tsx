import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const OWN_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** To whoever has just started a sandbox on the own machine: the demonstration's login, which is in the README too. */
export function DemoLogin() {
  const isOwn = OWN_MACHINE.has(location.hostname);
  const { data } = useQuery({
    queryKey: ['entry'],
    queryFn: ({ signal }) => call('GET /entry', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isOwn,
  });
  if (!isOwn || !data?.sandbox) return null;
  return (
    <p className="soft">
      Loja de demonstração: CPF <b>111.444.777-35</b>, senha <b>guiche-vendedor</b>
    </p>
  );
}
