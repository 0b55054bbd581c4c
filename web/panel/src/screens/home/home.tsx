import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Home } from '../../../../../src/panel/home/schema.ts';
import { call } from '../../api/call.ts';
import { useMay, useMe } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Columns, Section, Sheet } from '../../ui/screens/sheet.tsx';
import { count, money, some } from '../../ui/text/format.ts';
import { Icon, type IconName } from '../../ui/text/icon.tsx';
import { DayBars } from './day-bars.tsx';
import { Figure } from './figure.tsx';
import { FirstSteps } from './first-steps.tsx';
import styles from './home.module.css';
import { PlatformAttention } from './platform-attention.tsx';

const REFRESH_MS = 60_000;
const PERIODS = [
  { value: 'today', label: 'Hoje' },
  { value: '7', label: '7 dias' },
  { value: '30', label: '30 dias' },
] as const;

/** Figures of sales, and what needs attention. */
export function HomeScreen() {
  const { period = '7' } = useSearch({ from: '/inside/inicio' });
  const navigate = useNavigate({ from: '/inicio' });
  const { person } = useMe();
  const home = useQuery({
    queryKey: ['home', period],
    queryFn: ({ signal }) => call('GET /home', { query: { period }, signal }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <ScreenHead title={`Olá, ${person.tradeName ?? person.name}`}>
        <SegmentedControl
          aria-label="Período"
          data={[...PERIODS]}
          value={period}
          onChange={(value) => navigate({ search: { period: value as Home['period'] } })}
        />
      </ScreenHead>
      {home.isError && <ErrorNotice error={home.error} onRetry={() => home.refetch()} />}
      {home.isPending && <Loading />}
      {home.data && <Overview home={home.data} />}
    </>
  );
}

function Overview({ home }: { readonly home: Home }) {
  const { current, previous } = home;
  const hasAttention = useMay('platform.attention.read');
  return (
    <div className={styles.stack}>
      {hasAttention && <PlatformAttention />}
      {home.firstSteps && <FirstSteps steps={home.firstSteps} />}
      <NeedsYou needs={hasAttention ? { ...home.needsYou, verifiedByPerson: 0 } : home.needsYou} />
      <div className={styles.figures}>
        <Figure
          label="Confirmado"
          value={money(current.confirmedSum)}
          now={current.confirmedSum}
          before={previous.confirmedSum}
        />
        <Figure
          label="Vendas"
          value={count(current.confirmedCount)}
          now={current.confirmedCount}
          before={previous.confirmedCount}
        />
        <Figure
          label="Valor médio"
          value={money(current.average)}
          now={current.average}
          before={previous.average}
        />
        <Figure
          label="Aprovação"
          value={current.approvalRate === null ? '–' : percent(current.approvalRate)}
          now={current.approvalRate}
          before={previous.approvalRate}
          isRate
        />
        <Figure
          label="Estornado"
          value={money(current.refundedSum)}
          now={current.refundedSum}
          before={previous.refundedSum}
          lessIsBetter
        />
      </div>
      <Columns>
        <Sheet>
          <Section title="Confirmado por dia">
            <DayBars days={home.days} />
          </Section>
        </Sheet>
        <Sheet>
          <Section title="Motivos das recusas">
            <Denials denials={home.denials} />
          </Section>
        </Sheet>
      </Columns>
    </div>
  );
}

interface Need {
  readonly key: string;
  readonly icon: IconName;
  readonly text: string;
  readonly to: string;
  readonly search: Record<string, string>;
}

function NeedsYou({ needs }: { readonly needs: Home['needsYou'] }) {
  const shown = needsOf(needs);
  if (shown.length === 0) return null;
  return (
    <section className={styles.needs} aria-labelledby="precisa">
      <h2 id="precisa">Precisa de você</h2>
      <ul>
        {shown.map(({ key, icon, text, to, search }) => (
          <li key={key}>
            <Link to={to} search={search}>
              <Icon name={icon} size={17} />
              {text}
              <Icon name="forward" size={15} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function needsOf({ toCapture, captureSoon, failedPostbacks, expiringKeys, ...needsYou }: Home['needsYou']) {
  const { verifying, verifiedByPerson } = needsYou;
  const needs: Need[] = [];
  if (toCapture > 0) {
    const soon = captureSoon > 0 ? `, ${count(captureSoon)} há mais de 3 dias` : '';
    needs.push({
      key: 'capture',
      icon: 'clock',
      text: `${some(toCapture, 'venda', 'vendas')} a capturar${soon}`,
      to: '/vendas',
      search: { view: 'to_capture' },
    });
  }
  if (failedPostbacks > 0) {
    needs.push({
      key: 'postbacks',
      icon: 'bell',
      text: `${some(failedPostbacks, 'aviso não chegou', 'avisos não chegaram')} à loja`,
      to: '/avisos',
      search: { state: 'failed' },
    });
  }
  if (expiringKeys > 0) {
    needs.push({
      key: 'keys',
      icon: 'key',
      text: `${some(expiringKeys, 'chave vence', 'chaves vencem')} em até 14 dias`,
      to: '/chaves',
      search: {},
    });
  }
  if (verifying > 0) {
    needs.push({
      key: 'verifying',
      icon: 'search',
      text: some(
        verifying,
        'venda em verificação: resolve-se sozinha',
        'vendas em verificação: resolvem-se sozinhas',
      ),
      to: '/vendas',
      search: { view: 'verifying' },
    });
  }
  if (verifiedByPerson > 0) {
    needs.push({
      key: 'by-person',
      icon: 'search',
      text: `${some(verifiedByPerson, 'venda', 'vendas')} em verificação com a adquirente, pela plataforma: não cobre de novo`,
      to: '/vendas',
      search: { view: 'verifying' },
    });
  }
  return needs;
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

function percent(rate: number): string {
  return new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 1 }).format(rate);
}
