import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RoutingPage } from '../../../../../src/panel/routing/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { Item, ItemList } from '../../ui/lists/item-list.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { some } from '../../ui/text/format.ts';
import { StandBadge, StandText } from '../acquirers/account-stand.tsx';
import styles from './routing.module.css';
import { routingQuery, rulesQuery } from './routing-queries.ts';
import { RuleList } from './rule-list.tsx';

/** Which account takes which payment: what is active now, and all versions. */
export function RoutingScreen() {
  const page = useQuery(routingQuery);
  if (page.error) return <ErrorNotice error={page.error} onRetry={() => page.refetch()} />;
  if (!page.data) return <Loading />;
  const { versions } = page.data;
  const active = page.data.activeVersion ?? undefined;
  return (
    <>
      <ScreenHead title="Rotas">
        <NewVersion from={active ?? versions[0]?.version} />
      </ScreenHead>
      <p className={`soft ${styles.intro}`}>{introOf(page.data)}</p>
      <div className={styles.sheets}>
        {active === undefined ? (
          <NothingActive page={page.data} />
        ) : (
          <Active page={page.data} version={active} />
        )}
        {page.data.accounts.some(({ stand }) => stand) && <Accounts page={page.data} />}
        {versions.length > 0 && <Versions page={page.data} />}
      </div>
    </>
  );
}

function introOf({ personId }: RoutingPage): string {
  return personId === null
    ? 'As rotas da casa decidem em qual adquirente cai cada venda com cartão das lojas que não têm rotas próprias. Para as rotas de uma loja, abra a loja em Pessoas e escolha «Ver como esta loja».'
    : 'As rotas decidem em qual adquirente cai cada venda com cartão. Uma venda que já vem com a adquirente, ou com cartão salvo, não muda.';
}

function NewVersion({ from }: { readonly from: number | undefined }) {
  if (!useMay('routing.write')) return null;
  return (
    <Button component={Link} to="/rotas/nova" search={(from === undefined ? {} : { de: from }) as never}>
      {from === undefined ? 'Criar rotas' : 'Editar rotas'}
    </Button>
  );
}

function NothingActive({ page }: { readonly page: RoutingPage }) {
  const usual = page.accounts.find(({ isDefault }) => isDefault)?.name;
  const refusesUnnamed =
    page.mode === 'production' && page.personId !== null && page.accounts.length > 1 && usual === undefined;
  return (
    <Sheet>
      <Section title="Nenhuma rota valendo">
        <p className="soft">
          {page.usesInstallation
            ? 'Valem as rotas da casa, de quem opera o serviço.'
            : refusesUnnamed
              ? 'Esta loja não tem conta padrão: a venda que não diz a adquirente é recusada.'
              : `Toda venda que não diz a adquirente vai para a conta padrão${usual ? `, ${usual}` : ''}.`}
        </p>
      </Section>
    </Sheet>
  );
}

function Active({ page, version }: { readonly page: RoutingPage; readonly version: number }) {
  const { full } = useFormats();
  const rules = useQuery(rulesQuery(version));
  return (
    <Sheet>
      <Section title={`Valendo agora: versão ${version}`}>
        {page.activeSince && <p className="soft">Desde {full(page.activeSince)}</p>}
        {rules.error && <ErrorNotice error={rules.error} onRetry={() => rules.refetch()} />}
        {rules.data && <RuleList rules={rules.data.list} rest={rules.data.restText} />}
        <TurnOff />
      </Section>
    </Sheet>
  );
}

function TurnOff() {
  const mayWrite = useMay('routing.write');
  const withStepUp = useStepUp();
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const off = useMutation({
    mutationFn: () => withStepUp(() => call('POST /routing/off')),
    onSuccess: async () => {
      setAsked(false);
      await client.invalidateQueries({ queryKey: ['routing'] });
    },
  });
  if (!mayWrite) return null;
  return (
    <>
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => setAsked(true)}>
          Desativar as rotas
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title="Desativar as rotas"
          verb="Desativar"
          pending={off.isPending}
          error={off.error}
          onConfirm={() => off.mutate()}
          onClose={() => setAsked(false)}
        >
          <p>As próximas vendas vão para a conta padrão. As versões continuam salvas.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The shop's own accounts, and how they do now. */
function Accounts({ page }: { readonly page: RoutingPage }) {
  return (
    <Sheet>
      <Section title="Contas">
        <ItemList>
          {page.accounts.map(
            ({ provider, name, isDefault, stand }) =>
              stand && (
                <Item
                  key={provider}
                  title={isDefault ? `${name} (padrão)` : name}
                  detail={stand.state === 'healthy' ? undefined : <StandText stand={stand} />}
                  actions={<StandBadge stand={stand} />}
                />
              ),
          )}
        </ItemList>
      </Section>
    </Sheet>
  );
}

function Versions({ page }: { readonly page: RoutingPage }) {
  const { full } = useFormats();
  return (
    <Sheet>
      <Section title="Versões">
        <ItemList>
          {page.versions.map(({ version, createdAt, rules, isActive }) => (
            <Item
              key={version}
              title={
                <Link to="/rotas/$version" params={{ version: String(version) }}>
                  Versão {version}
                </Link>
              }
              detail={`${some(rules, 'regra', 'regras')} · salva em ${full(createdAt)}`}
              actions={isActive && <Badge label="Valendo" tone="good" icon="check" />}
            />
          ))}
        </ItemList>
      </Section>
    </Sheet>
  );
}
