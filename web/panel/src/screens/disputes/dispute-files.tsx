import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ShownDispute } from '../../../../../src/panel/disputes/schema.ts';
import { call } from '../../api/call.ts';
import { dataUrlOf } from '../../api/data-url.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Section } from '../../ui/screens/sheet.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import styles from './disputes.module.css';

/** Pictures and PDFs that become pages of the dossier. */
export function DisputeFiles({
  dispute: { id, files },
  readOnly,
}: {
  readonly dispute: ShownDispute;
  readonly readOnly: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [removed, setRemoved] = useState<ShownDispute['files'][number]>();
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: ['dispute', id] });
  const add = useMutation({
    mutationFn: async (chosen: File) =>
      call('POST /disputes/:id/files', {
        path: { id },
        body: { name: chosen.name.slice(0, 100), file: await dataUrlOf(chosen) },
      }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (file: string) => call('POST /disputes/:id/files/:file/remove', { path: { id, file } }),
    onSuccess: async () => {
      await onSuccess();
      setRemoved(undefined);
    },
  });
  if (readOnly && files.length === 0) return null;
  return (
    <Section title="Anexos do dossiê">
      <div className={styles.stack}>
        <p className="soft">
          Notas, comprovantes de entrega e conversas, no máximo dez: PDF de até 20 páginas, JPEG ou PNG, de
          até 10 MB. Cada página vira uma do dossiê, como imagem. Cubra o número do cartão, se aparecer.
        </p>
        {files.length > 0 && (
          <ul className={styles.files}>
            {files.map((file) => (
              <li key={file.id}>
                <span>{file.name}</span>
                {!readOnly && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`Tirar ${file.name}`}
                    onClick={() => setRemoved(file)}
                  >
                    Tirar
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {!readOnly && (
          <div className={styles.actions}>
            <Button
              variant="default"
              leftSection={<Icon name="plus" />}
              loading={add.isPending}
              onClick={() => input.current?.click()}
            >
              Anexar arquivo
            </Button>
            <input
              ref={input}
              hidden
              type="file"
              accept="application/pdf,image/jpeg,image/png"
              aria-label="Arquivo para o dossiê"
              onChange={({ currentTarget }) => {
                const [chosen] = currentTarget.files ?? [];
                if (chosen) add.mutate(chosen);
                currentTarget.value = '';
              }}
            />
          </div>
        )}
        {add.isError && <ErrorNotice error={add.error} />}
      </div>
      {removed && (
        <ConfirmDialog
          title={`Tirar ${removed.name} do dossiê?`}
          verb="Tirar anexo"
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(removed.id)}
          onClose={() => {
            remove.reset();
            setRemoved(undefined);
          }}
        >
          <p>
            O anexo é apagado e as páginas dele saem do dossiê. Para usá-lo de novo, anexe o arquivo outra
            vez.
          </p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
