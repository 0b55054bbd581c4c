import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AuditOrigin, AuditRow } from '../../../../../src/panel/audit/schema.ts';
import { call, urlOf } from '../../api/call.ts';
import { useFormats } from '../../session/session.ts';
import { DataList, type ListColumn } from '../../ui/data-list.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Badge } from '../../ui/status.tsx';
import { usePages } from '../../ui/use-pages.ts';
import styles from './audit.module.css';
import { type AuditSearch, auditQueryOf, ORIGINS } from './audit-search.ts';

/** The audit: what was done or refused, by whom and from where; newest first. */
export function AuditScreen() {
  const { short, full } = useFormats();
  const search = useSearch({ from: '/inside/auditoria' });
  const query = auditQueryOf(search);
  const rows = usePages<AuditRow>(['audit', JSON.stringify(query)], (page, signal) =>
    call('GET /audit', { query: { ...page, ...query }, signal }),
  );
  const columns: readonly ListColumn<AuditRow>[] = [
    {
      id: 'at',
      header: 'Quando',
      cell: ({ row }) => <time title={full(row.original.at)}>{short(row.original.at)}</time>,
    },
    {
      id: 'operation',
      header: 'O que',
      cell: ({ row }) => <b title={row.original.operation}>{row.original.title}</b>,
    },
    { id: 'result', header: 'Resultado', cell: ({ row }) => <Result row={row.original} /> },
    { id: 'who', header: 'Quem', cell: ({ row }) => whoOf(row.original) },
    { id: 'for', header: 'Pela loja', cell: ({ row }) => forWhom(row.original) },
    {
      id: 'record',
      header: 'Registro',
      cell: ({ row }) => <span className="mono">{row.original.record ?? '–'}</span>,
    },
    { id: 'origin', header: 'Por onde', cell: ({ row }) => originOf(row.original) },
    {
      id: 'address',
      header: 'De onde',
      cell: ({ row }) => <span className="mono">{row.original.address}</span>,
    },
    {
      id: 'detail',
      header: 'Detalhe',
      cell: ({ row }) => <span title={row.original.detail ?? ''}>{row.original.detail ?? '–'}</span>,
    },
  ];
  return (
    <>
      <ScreenHead title="Auditoria">
        <Button
          component="a"
          href={urlOf('/audit.csv', {}, query)}
          download
          variant="default"
          leftSection={<Icon name="download" />}
        >
          Exportar CSV
        </Button>
      </ScreenHead>
      <AuditFilters search={search} />
      <DataList<AuditRow>
        caption="Auditoria, mais nova primeiro"
        columns={columns}
        {...rows}
        rowKey={({ id }) => id}
        filtered={Object.keys(search).length > 0}
        card={(row) => (
          <div className={styles.card}>
            <b title={row.operation}>{row.title}</b> <Result row={row} />
            <p className="soft">
              {short(row.at)} · {whoOf(row)} · {originOf(row)}
            </p>
            {(row.record ?? row.detail) !== null && (
              <p className="soft">{[row.record, row.detail].filter(Boolean).join(' · ')}</p>
            )}
          </div>
        )}
        empty="Nada foi feito ainda."
      />
    </>
  );
}

function AuditFilters({ search }: { readonly search: AuditSearch }) {
  const navigate = useNavigate({ from: '/auditoria' });
  const set = (name: keyof AuditSearch, value: string | number) => {
    const { [name]: _before, ...others } = search;
    return navigate({ search: { ...others, ...(value === '' ? {} : { [name]: value }) }, replace: true });
  };
  return (
    <div className={styles.filters}>
      <TextInput
        type="date"
        label="De"
        value={search.de ?? ''}
        onChange={(event) => set('de', event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label="Até"
        value={search.ate ?? ''}
        onChange={(event) => set('ate', event.currentTarget.value)}
      />
      <NumberInput
        label="Número da pessoa"
        min={1}
        allowDecimal={false}
        hideControls
        value={search.pessoa ?? ''}
        onChange={(value) => set('pessoa', value)}
      />
      <NumberInput
        label="Número do usuário"
        min={1}
        allowDecimal={false}
        hideControls
        value={search.usuario ?? ''}
        onChange={(value) => set('usuario', value)}
      />
      <NativeSelect
        label="Por onde"
        value={search.via ?? ''}
        onChange={(event) => set('via', event.currentTarget.value as AuditOrigin)}
        data={[
          { value: '', label: 'Qualquer' },
          ...Object.entries(ORIGINS).map(([value, label]) => ({ value, label })),
        ]}
      />
    </div>
  );
}

function Result({ row: { result, resultTitle } }: { readonly row: AuditRow }) {
  if (result === 'ok') return <Badge label={resultTitle} tone="good" icon="check" />;
  if (result === 'begun') return <Badge label={resultTitle} tone="wait" icon="clock" />;
  return <Badge label={resultTitle} tone="wrong" icon="cross" />;
}

function whoOf({ user, person }: AuditRow): string {
  return user ? `${user.name} (${user.id})` : personOf(person);
}

/** Who acts for itself is not named twice. */
function forWhom({ person, forPerson }: AuditRow): string {
  return person?.id === forPerson?.id ? '–' : personOf(forPerson);
}

function personOf(person: AuditRow['person']): string {
  return person ? `${person.name} (${person.id})` : '–';
}

function originOf({ origin }: AuditRow): string {
  return origin === null ? '–' : (ORIGINS[origin as AuditOrigin] ?? origin);
}
