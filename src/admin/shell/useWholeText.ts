// What a column is too narrow for is cut with an ellipsis; the pointer on it reads the whole text.
import { useEffect } from 'react';

export function useWholeText(): void {
  useEffect(() => {
    document.addEventListener('pointerover', tell);
    return () => document.removeEventListener('pointerover', tell);
  }, []);
}

function tell({ target }: PointerEvent): void {
  let element = target instanceof HTMLElement ? target : null;
  // A cut text has at most a link or a chip around it.
  for (let steps = 0; element !== null && steps < 4; steps += 1, element = element.parentElement) {
    if (element.title !== '') return;
    if (element.scrollWidth <= element.clientWidth || getComputedStyle(element).textOverflow !== 'ellipsis') continue;
    element.title = element.textContent.trim();
    return;
  }
}
