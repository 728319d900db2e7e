CREATE TABLE `invoice_document` (
	`cid` text NOT NULL,
	`seq` integer NOT NULL,
	`number` text NOT NULL,
	`kind` text NOT NULL,
	`tenant` text NOT NULL,
	`source` text NOT NULL,
	`revision` integer NOT NULL,
	`at` integer NOT NULL,
	`facts` text NOT NULL,
	`reason` text NOT NULL,
	`user_id` text NOT NULL,
	`prev` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`cid`, `seq`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_document_number` ON `invoice_document` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_document_source` ON `invoice_document` (`source`,`revision`);--> statement-breakpoint
CREATE INDEX `invoice_document_tenant` ON `invoice_document` (`tenant`,`seq`);--> statement-breakpoint
CREATE TABLE `invoice_file` (
	`cid` text NOT NULL,
	`seq` integer NOT NULL,
	`sha256` text NOT NULL,
	`pdf` blob NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `invoice_waiting` (
	`cid` text NOT NULL,
	`source` text NOT NULL,
	`gaps` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`cid`, `source`)
);--> statement-breakpoint
-- Invoices are kept unchanged (§ 14b UStG, GoBD): rows are never changed or removed.
CREATE TRIGGER `invoice_document_no_update` BEFORE UPDATE ON `invoice_document` BEGIN SELECT RAISE(ABORT, 'invoices are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER `invoice_document_no_delete` BEFORE DELETE ON `invoice_document` BEGIN SELECT RAISE(ABORT, 'invoices are never removed'); END;
--> statement-breakpoint
CREATE TRIGGER `invoice_file_no_update` BEFORE UPDATE ON `invoice_file` BEGIN SELECT RAISE(ABORT, 'invoices are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER `invoice_file_no_delete` BEFORE DELETE ON `invoice_file` BEGIN SELECT RAISE(ABORT, 'invoices are never removed'); END;
