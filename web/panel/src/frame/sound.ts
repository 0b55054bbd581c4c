/** Two short rising notes, made here: no file is loaded for them. */
const NOTES = [
  { hertz: 659, startS: 0 },
  { hertz: 988, startS: 0.14 },
] as const;
const NOTE_S = 0.22;
const LOUDNESS = 0.2;

let context: AudioContext | undefined;

/** Browsers let a page sound only after somebody has used it: until then this is silent. */
export function playSound(): void {
  try {
    context ??= new AudioContext();
    const { currentTime, destination } = context;
    for (const { hertz, startS } of NOTES) {
      const note = context.createOscillator();
      const volume = context.createGain();
      const at = currentTime + startS;
      note.frequency.value = hertz;
      volume.gain.setValueAtTime(LOUDNESS, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + NOTE_S);
      note.connect(volume).connect(destination);
      note.start(at);
      note.stop(at + NOTE_S);
    }
    context.resume().catch(() => undefined);
  } catch {
    // Without a sound card there is still the notice.
  }
}
