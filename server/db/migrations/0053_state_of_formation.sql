-- The state under whose law the company was formed, as its certificates name it: "Delaware".
alter table organization add column state_of_formation text;
