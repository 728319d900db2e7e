CREATE TABLE `cell_state` (
	`cid` text PRIMARY KEY NOT NULL,
	`complete` integer NOT NULL,
	`version` integer NOT NULL,
	`key_id` text NOT NULL,
	`last_table` text,
	`last_row` text,
	`done_at` integer
);
