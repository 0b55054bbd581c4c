import { Button } from '@mantine/core';
import { Icon } from '../text/icon.tsx';

/** Hands a text on by the phone's own choice of apps, or by WhatsApp where the browser has none. */
export function ShareText({ label, text }: { readonly label: string; readonly text: string }) {
  const icon = <Icon name="send" />;
  if ('share' in navigator) {
    // Who closes the choice of apps has shared nothing.
    const share = () => navigator.share({ text }).catch(() => undefined);
    return (
      <Button variant="default" leftSection={icon} onClick={share}>
        {label}
      </Button>
    );
  }
  return (
    <Button
      component="a"
      variant="default"
      leftSection={icon}
      href={`https://wa.me/?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {label}
    </Button>
  );
}
