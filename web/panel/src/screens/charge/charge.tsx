import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Tabs } from '../../ui/screens/tabs.tsx';
import styles from './charge.module.css';
import { NewPix } from './new-pix.tsx';
import { NewSlip } from './new-slip.tsx';
import { OtherWays } from './other-ways.tsx';
import type { PossibleSlip } from './slip-values.ts';
import { WaitingPix } from './waiting-pix.tsx';

/** Without it the tab of the Pix, whose address is a part of the other's, would be current always. */
const EXACTLY = { exact: true, includeSearch: true };

/** A Pix by amount: what it is for, its code on the whole screen, and that it was paid. Or a slip, where the shop has a bank for it. */
export function ChargeScreen() {
  const { venda, forma } = useSearch({ from: '/inside/cobrar' });
  const navigate = useNavigate({ from: '/cobrar' });
  const maySell = useMay('sales.sell');
  const way = useQuery({
    queryKey: ['slip-way'],
    queryFn: ({ signal }) => call('GET /charges/slip', { signal }),
    enabled: maySell && venda === undefined,
  });
  if (!maySell) return <Notice tone="wait">O seu papel na equipe não permite cobrar.</Notice>;
  if (venda !== undefined) {
    return <WaitingPix key={venda} id={venda} onAgain={() => navigate({ search: {} })} />;
  }
  const slip = way.data?.possible ? way.data : undefined;
  const isSlip = forma === 'boleto';
  return (
    <div className={styles.narrow}>
      <ScreenHead title={isSlip ? 'Cobrar por boleto' : 'Cobrar por Pix'} />
      {slip && (
        <Tabs label="Forma de cobrar">
          <Link to="/cobrar" search={{}} activeOptions={EXACTLY}>
            Pix
          </Link>
          <Link to="/cobrar" search={{ forma: 'boleto' }} activeOptions={EXACTLY}>
            Boleto
          </Link>
        </Tabs>
      )}
      {isSlip ? (
        <SlipForm way={way} slip={slip} />
      ) : (
        <NewPix onMade={(id) => navigate({ search: { venda: id } })} />
      )}
      <OtherWays />
    </div>
  );
}

function SlipForm({
  way,
  slip,
}: {
  readonly way: Pick<UseQueryResult<unknown>, 'isPending' | 'error' | 'refetch'>;
  readonly slip: PossibleSlip | undefined;
}) {
  if (slip) return <NewSlip way={slip} />;
  if (way.isPending) return <Loading />;
  if (way.error) return <ErrorNotice error={way.error} onRetry={() => way.refetch()} />;
  return (
    <Notice tone="wait">
      Sua loja não tem conta em um banco que emita boletos. Peça a quem opera o serviço que cadastre uma.
    </Notice>
  );
}
