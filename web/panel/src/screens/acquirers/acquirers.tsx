import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AccountRow } from '../../../../../src/panel/acquirers/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { Badge } from '../../ui/feedback/status.tsx';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { StandBadge } from './account-stand.tsx';

const DEFAULT = { label: 'Padrão', tone: 'info', icon: 'check' } as const;

const COLUMNS: readonly ListColumn<AccountRow>[] = [
  {
    id: 'person',
    header: 'Loja',
    cell: ({ row }) => (
      <Link to="/adquirentes/$id" params={{ id: String(row.original.id) }}>
        <b>{row.original.person.name}</b>
      </Link>
    ),
  },
  { id: 'provider', header: 'Adquirente', cell: ({ row }) => row.original.provider },
  {
    id: 'default',
    header: 'Uso',
    cell: ({ row }) => (row.original.isDefault ? <Badge {...DEFAULT} /> : '–'),
  },
  {
    id: 'stand',
    header: 'Situação',
    cell: ({ row: { original } }) => (original.stand ? <StandBadge stand={original.stand} /> : '–'),
  },
  { id: 'live', header: 'Conector', cell: ({ row }) => connectorText(row.original) },
];

/** The accounts of all shops at acquirers. */
export function AcquirersScreen() {
  const mayWrite = useMay('platform.acquirers.write');
  const accounts = usePages<AccountRow>(['acquirers'], (page, signal) =>
    call('GET /acquirers', { query: page, signal }),
  );
  const add = mayWrite && (
    <Button component={Link} to="/adquirentes/nova" leftSection={<Icon name="plus" />}>
      Nova conta
    </Button>
  );
  return (
    <>
      <ScreenHead title="Adquirentes">{add}</ScreenHead>
      <DataList<AccountRow>
        caption="Contas em adquirentes"
        columns={COLUMNS}
        {...accounts}
        rowKey={({ id }) => String(id)}
        card={(account) => (
          <Link to="/adquirentes/$id" params={{ id: String(account.id) }}>
            <b>{account.person.name}</b> {account.isDefault && <Badge {...DEFAULT} />}
            <p className="soft">
              {account.provider} · {connectorText(account)}
            </p>
            {account.stand && account.stand.state !== 'healthy' && <StandBadge stand={account.stand} />}
          </Link>
        )}
        empty={
          <>
            <b>Nenhuma conta em adquirente</b>
            <p className="soft">
              Dê a cada loja a conta que ela tem na adquirente. Na sandbox, o simulador responde sem conta.
            </p>
            {add}
          </>
        }
      />
    </>
  );
}

function connectorText({ live }: AccountRow): string {
  return live ? 'Próprio' : 'Simulador';
}
