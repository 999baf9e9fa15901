// The same pages in react-admin, a framework for admin consoles, with its own list, menu and form.
import {
  Admin,
  Button,
  Create,
  Datagrid,
  DateField,
  DateTimeInput,
  FunctionField,
  List,
  NumberField,
  NumberInput,
  Resource,
  SelectInput,
  SimpleForm,
  TextField,
  TextInput,
} from "react-admin";
import { createRoot } from "react-dom/client";
import { fetchSubscriptions, formatSchedule, listFindings, listRecipients } from "../subscriptions";

const DERIVED = { subscriptions: (all) => all, recipients: listRecipients, health: listFindings };

let loading;

const dataProvider = {
  async getList(resource, { pagination: { page, perPage } }) {
    loading ??= fetchSubscriptions();
    const rows = DERIVED[resource](await loading);
    return { data: rows.slice((page - 1) * perPage, page * perPage), total: rows.length };
  },
};

const FREQUENCIES = ["daily", "weekly", "monthly"].map((id) => ({ id, name: id }));

const SubscriptionList = () => (
  <List perPage={25}>
    <Datagrid>
      <TextField source="title" />
      <FunctionField
        source="target_value"
        label="Recipients"
        render={({ target_value: targets }) => targets.split(",").slice(0, 2).join(", ")}
      />
      <FunctionField label="Schedule" render={formatSchedule} />
      <DateField source="next_delivery_date" showTime />
      <FunctionField label="Actions" render={() => <Button label="…" />} />
    </Datagrid>
  </List>
);

const RecipientList = () => (
  <List perPage={25}>
    <Datagrid>
      <TextField source="address" />
      <TextField source="channel" />
      <NumberField source="count" />
      <NumberField source="week" />
      <NumberField source="ended" />
      <DateField source="next" showTime />
      <FunctionField label="Actions" render={() => <Button label="…" />} />
    </Datagrid>
  </List>
);

const FindingList = () => (
  <List perPage={25}>
    <Datagrid>
      <TextField source="title" />
      <TextField source="source" />
      <TextField source="schedule" />
      <TextField source="recipients" />
      <TextField source="reason" />
      <FunctionField label="Actions" render={() => <Button label="Edit" />} />
    </Datagrid>
  </List>
);

const SubscriptionCreate = () => (
  <Create>
    <SimpleForm>
      <TextInput source="title" />
      <NumberInput source="dashboard" />
      <TextInput source="target_value" multiline />
      <SelectInput source="frequency" choices={FREQUENCIES} />
      <NumberInput source="interval" />
      <DateTimeInput source="start_date" />
      <DateTimeInput source="until_date" />
      <TextInput source="invite_message" multiline />
    </SimpleForm>
  </Create>
);

createRoot(document.getElementById("root")).render(
  <Admin dataProvider={dataProvider}>
    <Resource name="subscriptions" list={SubscriptionList} create={SubscriptionCreate} />
    <Resource name="recipients" list={RecipientList} />
    <Resource name="health" list={FindingList} options={{ label: "Health" }} />
  </Admin>,
);
