import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditOrigin, AuditRow } from '../../../../../src/panel/audit/schema.ts';
import { call, urlOf } from '../../api/call.ts';
import { useFormats } from '../../session/session.ts';
import { Badge } from '../../ui/feedback/status.tsx';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Breakable } from '../../ui/text/breakable.tsx';
import { Icon } from '../../ui/text/icon.tsx';
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
      cell: ({ row: { original: entry } }) => (
        <TwoLines second={entry.detail}>
          <b title={entry.operation}>
            <Breakable text={entry.title} />
          </b>
        </TwoLines>
      ),
    },
    { id: 'result', header: 'Resultado', cell: ({ row }) => <Result row={row.original} /> },
    {
      id: 'who',
      header: 'Quem',
      cell: ({ row: { original: entry } }) => (
        <TwoLines second={actsForItself(entry) ? null : `pela loja ${personOf(entry.forPerson)}`}>
          {whoOf(entry)}
        </TwoLines>
      ),
    },
    {
      id: 'record',
      header: 'Registro',
      cell: ({ row: { original: entry } }) => (
        <span className={styles.record} title={entry.record ?? ''}>
          <Breakable text={entry.recordTitle || '–'} />
        </span>
      ),
    },
    {
      id: 'origin',
      header: 'De onde',
      cell: ({ row: { original: entry } }) => (
        <TwoLines second={<span className="mono">{entry.address}</span>}>{originOf(entry)}</TwoLines>
      ),
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
              <p className="soft">{[row.recordTitle, row.detail].filter(Boolean).join(' · ')}</p>
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

/** It is not named twice. */
function actsForItself({ person, forPerson }: AuditRow): boolean {
  return !forPerson || person?.id === forPerson.id;
}

/** Two lines in a cell, so that the table is no wider than the screen. */
function TwoLines({ children, second }: { readonly children: ReactNode; readonly second: ReactNode }) {
  return (
    <>
      {children}
      {second !== null && (
        <span className={styles.second} title={typeof second === 'string' ? second : undefined}>
          {second}
        </span>
      )}
    </>
  );
}

function personOf(person: AuditRow['person']): string {
  return person ? `${person.name} (${person.id})` : '–';
}

function originOf({ origin }: AuditRow): string {
  return origin === null ? '–' : (ORIGINS[origin as AuditOrigin] ?? origin);
}
