import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Home } from '../../../../../src/panel/home/schema.ts';
import { useActing } from '../../api/acting.ts';
import { call } from '../../api/call.ts';
import { useMay, useMe } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Columns, Section, Sheet } from '../../ui/screens/sheet.tsx';
import { count } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import { daysText } from './bar-words.ts';
import { Bars } from './bars.tsx';
import { DisputesToAnswer } from './disputes-to-answer.tsx';
import { Figures } from './figure.tsx';
import { FirstSteps } from './first-steps.tsx';
import styles from './home.module.css';
import { HOME_PERIODS } from './home-period.ts';
import { Kinds } from './kinds.tsx';
import { LastSales } from './last-sales.tsx';
import { NeedsYou } from './needs-you.tsx';
import { PlatformAttention } from './platform-attention.tsx';
import { ToCome } from './to-come.tsx';

const REFRESH_MS = 30_000;

/** How the day is, or another period, and what needs attention. */
export function HomeScreen() {
  const { period = 'today' } = useSearch({ from: '/inside/inicio' });
  const navigate = useNavigate({ from: '/inicio' });
  const { person } = useMe();
  const acting = useActing();
  const maySell = useMay('sales.sell');
  const mayCharge = maySell && (person.kind !== 'operator' || acting !== undefined);
  const home = useQuery({
    queryKey: ['home', period],
    queryFn: ({ signal }) => call('GET /home', { query: { period }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ScreenHead title={`Olá, ${person.tradeName ?? person.name}`}>
        <NativeSelect
          aria-label="Período"
          data={[...HOME_PERIODS]}
          value={period}
          onChange={(event) => navigate({ search: { period: event.currentTarget.value as Home['period'] } })}
        />
        {mayCharge && (
          <Button
            component={Link}
            to="/cobrar"
            className={styles.charge as string}
            leftSection={<Icon name="pix" />}
          >
            Cobrar
          </Button>
        )}
      </ScreenHead>
      {home.isError && <ErrorNotice error={home.error} onRetry={() => home.refetch()} />}
      {home.isPending && <Loading />}
      {home.data && <Overview home={home.data} />}
    </>
  );
}

function Overview({ home }: { readonly home: Home }) {
  const hasAttention = useMay('platform.attention.read');
  const acting = useActing();
  const { person } = useMe();
  return (
    <div className={styles.stack}>
      {hasAttention && <PlatformAttention />}
      {home.firstSteps && <FirstSteps steps={home.firstSteps} />}
      <NeedsYou needs={hasAttention ? { ...home.needsYou, verifiedByPerson: 0 } : home.needsYou} />
      <div>
        <p className={`soft ${styles.days}`}>{comparisonText(home)}</p>
        <Figures home={home} />
      </div>
      <DisputesToAnswer />
      <ToCome />
      <Columns>
        <div className={styles.stack}>
          <Sheet>
            <Section title={home.hours ? 'Confirmado por hora' : 'Confirmado por dia'}>
              <Bars home={home} />
            </Section>
          </Sheet>
          <Sheet>
            <Section title="Últimas vendas">
              <LastSales ofAllShops={person.kind === 'operator' && !acting} />
            </Section>
          </Sheet>
        </div>
        <Sheet>
          <Section title="Como os clientes pagaram">
            <Kinds kinds={home.kinds} days={home.days} />
          </Section>
          <Section title="Motivos das recusas">
            <Denials denials={home.denials} />
          </Section>
        </Sheet>
      </Columns>
    </div>
  );
}

function comparisonText({ period, days, comparedWith }: Home): string {
  return period === 'today'
    ? `${daysText(days)} até agora, e ontem o dia todo`
    : `${daysText(days)}, comparado com ${daysText(comparedWith)}`;
}

function Denials({ denials }: { readonly denials: Home['denials'] }) {
  const most = Math.max(1, ...denials.map(({ count: times }) => times));
  if (denials.length === 0) return <p className="soft">Nenhuma venda negada no período.</p>;
  return (
    <ul className={styles.denials}>
      {denials.map(({ code, reason, count: times }) => (
        <li key={`${code} ${reason}`}>
          <span>
            {reason} {code !== '' && <span className="soft">({code})</span>}
          </span>
          <b className="number">{count(times)}</b>
          <meter min={0} max={most} value={times} aria-hidden="true" />
        </li>
      ))}
    </ul>
  );
}
