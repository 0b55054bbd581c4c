import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { NOTICES_KEPT, SOUND_KEPT } from '../../frame/live-notice.tsx';
import { playSound } from '../../frame/sound.ts';
import { useKept } from '../../ui/forms/use-kept.ts';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';

/** How this browser tells of sales while the panel is open; nothing of it leaves the browser. */
export function DeviceSettings() {
  const [sound, setSound] = useKept(SOUND_KEPT, true);
  const [notices, setNotices] = useKept(NOTICES_KEPT, false);
  const [refused, setRefused] = useState(false);
  const canNotify = 'Notification' in window;
  const allow = async () => {
    const answer = await Notification.requestPermission();
    setNotices(answer === 'granted');
    setRefused(answer === 'denied');
  };
  return (
    <Sheet>
      <Section title="Avisos neste aparelho">
        <p className="soft">Com o painel aberto, cada venda paga pela internet aparece num aviso na hora.</p>
        <Switch
          mt="md"
          label="Tocar um som"
          checked={sound}
          onChange={(event) => {
            setSound(event.currentTarget.checked);
            if (event.currentTarget.checked) playSound();
          }}
        />
        {canNotify && (
          <Switch
            mt="md"
            label="Avisar também com o painel em segundo plano"
            description="O navegador pede a sua permissão"
            checked={notices}
            onChange={(event) => {
              if (event.currentTarget.checked) allow();
              else setNotices(false);
            }}
          />
        )}
        {refused && (
          <p className="soft" role="status">
            O navegador não permitiu. Libere as notificações deste endereço nas configurações dele.
          </p>
        )}
        <Button mt="md" variant="default" onClick={playSound}>
          Ouvir o som
        </Button>
      </Section>
    </Sheet>
  );
}
